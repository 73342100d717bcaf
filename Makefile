# A thin front of CMake. `make help` lists the targets.
#
#     BUILD=FOLDER      where to build; fuzz and coverage have folders of their own
#     PREFIX=FOLDER     where the installed files will be
#     DESTDIR=FOLDER    a folder in front of PREFIX into which `make install` writes, for packages, and
#                       from which `make uninstall` removes: there it must be that of the last installation
#     JOBS=NUMBER       how many compilers at once
BUILD ?= build
PREFIX ?= /usr/local
GENERATOR := $(shell command -v ninja >/dev/null 2>&1 && echo -G Ninja)
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
ifeq ($(shell expr "$(JOBS)" : '[1-9][0-9]*$$'),0)
$(error JOBS=$(JOBS): a number of compilers is expected, such as JOBS=2)
endif

# What is installed: the program and the library.
all: $(BUILD)/CMakeCache.txt  ## build the program and the library (what make without a target does)
	cmake --build $(BUILD) -j $(JOBS) --target chatfmt_product

everything: $(BUILD)/CMakeCache.txt  ## build them and the tests
	cmake -S . -B $(BUILD) -DCHATFMT_BUILD_TESTS=ON
	cmake --build $(BUILD) -j $(JOBS)

$(BUILD)/CMakeCache.txt:
	cmake -S . -B $(BUILD) $(GENERATOR) -DCMAKE_INSTALL_PREFIX="$(PREFIX)" -DCHATFMT_BUILD_TESTS=OFF

test: everything  ## run all tests of CTest
	cd $(BUILD) && ctest --output-on-failure -j $(JOBS)

quick: everything  ## run the quick tests (scripts/quick)
	scripts/quick

# Configured before it is built: what is found now is then in the library, too.
install: $(BUILD)/CMakeCache.txt  ## build, and install below DESTDIR and PREFIX
	cmake -S . -B $(BUILD) -DCMAKE_INSTALL_PREFIX="$(PREFIX)"
	cmake --build $(BUILD) -j $(JOBS) --target chatfmt_product
	cmake --install $(BUILD)

# The files of the last installation from this build; folders stay.
uninstall:  ## remove the files of the last installation
	@[ -f $(BUILD)/install_manifest.txt ] || { echo "nothing was installed from $(BUILD): it has no install_manifest.txt" >&2; exit 1; }
	@last=$$(cat $(BUILD)/install_destdir.txt 2>/dev/null) || last="$(DESTDIR)"; \
	[ "$$last" = "$(DESTDIR)" ] || { \
	    [ -n "$$last" ] && how="with DESTDIR=$$last" more=" DESTDIR='$$last'" || { how="without DESTDIR"; more=; }; \
	    echo "the last installation was made $$how: run make uninstall$(if $(filter-out build,$(BUILD)), BUILD=$(BUILD))$$more" >&2; exit 1; }
	@count=0; while read -r file || [ -n "$$file" ]; do \
	    if [ -e "$(DESTDIR)$$file" ] || [ -L "$(DESTDIR)$$file" ]; then rm -f "$(DESTDIR)$$file" && count=$$((count + 1)); fi; \
	done < $(BUILD)/install_manifest.txt; echo "$$count files removed"

amalgamation:  ## make the single C file and its header
	python3 tools/amalgamate.py --output $(BUILD)/amalgamation

bench:  ## time chatfmt beside its peers
	cmake -S . -B $(BUILD) -DCHATFMT_BUILD_BENCH=ON
	cmake --build $(BUILD) --target bench_chatfmt bench_formats bench_reply bench_tokenizer chatfmt_cli
	python3 bench/run.py --build $(BUILD) $(BENCH)
	python3 bench/run_formats.py --build $(BUILD)
	python3 bench/run_map.py --build $(BUILD)
	python3 bench/run_replies.py --build $(BUILD)
	$(MAKE) plots

# The pictures and the table of docs/performance.md.
plots:  ## make the pictures of docs/performance.md
	cmake -S . -B $(BUILD) -DCHATFMT_BUILD_BENCH=ON
	cmake --build $(BUILD) --target bench_chatfmt bench_tokenizer
	python3 bench/plot.py --build $(BUILD)
	python3 bench/run_tokenizers.py --build $(BUILD) --json $(BUILD)/tokens.json $(TOKENS)
	python3 bench/plot_tokens.py $(BUILD)/tokens.json

fuzz:  ## run the fuzz targets
	scripts/fuzz

coverage:  ## measure which lines the tests run
	scripts/coverage

clean:  ## remove BUILD
	rm -rf $(BUILD)

# The variables are in the comment at the top, and the text of a target is after its two number signs.
help:  ## print this
	@sed -n 's/^#     /  /p' Makefile
	@echo
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1 \2/p' Makefile | while read -r target text; do printf '  %-14s%s\n' "$$target" "$$text"; done

.PHONY: all everything test quick install uninstall amalgamation bench plots fuzz coverage clean help
