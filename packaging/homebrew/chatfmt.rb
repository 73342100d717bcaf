class Chatfmt < Formula
  desc "Turns a conversation into exactly the prompt a chat model was trained on"
  homepage "@HOMEPAGE@"
  url "@RELEASES@/chatfmt-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license all_of: ["MIT", "Apache-2.0", "Unicode-3.0", "PSF-2.0"]

  depends_on "cmake" => :build
  depends_on "pkgconf" => :build
  depends_on "pcre2"
  depends_on "zstd"

  uses_from_macos "zlib"

  def install
    system "cmake", "-S", ".", "-B", "build", "-DBUILD_SHARED_LIBS=ON", "-DCHATFMT_BUILD_TESTS=OFF",
           "-DCHATFMT_PCRE2=ON", "-DCHATFMT_WITH_ZLIB=ON", "-DCHATFMT_WITH_ZSTD=ON",
           "-DCMAKE_INSTALL_RPATH=#{rpath}", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"t.jinja").write "Hello {{ name }}"
    assert_equal "Hello you", pipe_output("#{bin}/chatfmt render --template t.jinja", '{"name": "you"}', 0)
  end
end
