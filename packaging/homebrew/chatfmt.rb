class Chatfmt < Formula
  desc "Turns a conversation into exactly the prompt a chat model was trained on"
  homepage "https://chatfmt.invalid"
  url "file:///path/to/chatfmt-0.1.0.tar.gz"
  sha256 "the sum that scripts/release writes into SHA256SUMS"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "pkgconf" => :build
  depends_on "pcre2"
  depends_on "zstd"

  def install
    system "cmake", "-S", ".", "-B", "build", "-DCHATFMT_BUILD_TESTS=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"t.jinja").write "Hello {{ name }}"
    assert_equal "Hello you", pipe_output("#{bin}/chatfmt render --template t.jinja", '{"name": "you"}')
  end
end
