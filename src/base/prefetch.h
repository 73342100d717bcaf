/* base/prefetch.h - telling memory what will be read soon. */
#ifndef CFT_PREFETCH_H
#define CFT_PREFETCH_H

#if defined(__GNUC__)
#define CFT_PREFETCH(address) __builtin_prefetch(address)
#else
#define CFT_PREFETCH(address) ((void)(address))
#endif

#endif
