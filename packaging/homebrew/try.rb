# The formula with a stand-in for Homebrew: ruby dist/packaging/homebrew/try.rb CHECKOUT FOLDER
# It runs `install` in a copy of the checkout and then `test`, as `brew install` and `brew test` would.
require "fileutils"
require "open3"
require "pathname"

SOURCE, WORK = ARGV.map { |path| File.expand_path(path) }
class Formula
  def self.method_missing(*) = nil # desc, url, license …

  def self.test(&block) = define_method(:try, &block)

  # As Library/Homebrew/formula.rb has them, but for a file of Homebrew's that traps FetchContent.
  def std_cmake_args
    ["-DCMAKE_INSTALL_PREFIX=#{WORK}/prefix", "-DCMAKE_INSTALL_LIBDIR=lib", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_FIND_FRAMEWORK=LAST",
     "-DCMAKE_VERBOSE_MAKEFILE=ON", "-Wno-dev", "-DBUILD_TESTING=OFF", "-DCCACHE_FOUND=OFF"]
  end

  def system(*words)
    output, status = Open3.capture2e(*words)
    raise "#{words.join(" ")}\n#{output}" unless status.success?
  end

  def pipe_output(command, input, result)
    output, status = Open3.capture2(command, stdin_data: input)
    assert_equal result, status.exitstatus
    output
  end

  def assert_equal(want, got)
    raise "want #{want.inspect}, got #{got.inspect}" unless want == got
  end

  def rpath = "$ORIGIN/../lib"
  def bin = Pathname("#{WORK}/prefix/bin")
  def testpath = Pathname("#{WORK}/test")
end

class Pathname
  alias write_file write
  def write(text) = write_file(text)
end

COPY = "#{WORK}/source"
FileUtils.rm_rf(COPY)
FileUtils.mkdir_p([COPY, "#{WORK}/test"])
FileUtils.cp_r(Dir.children(SOURCE).grep_v(/\A(build|dist|\.git\z)/).map { |name| File.join(SOURCE, name) }, COPY)
load File.join(__dir__, "chatfmt.rb")
formula = Chatfmt.new
Dir.chdir(COPY) { formula.install }
Dir.chdir("#{WORK}/test") { formula.try }
puts "Homebrew formula: installed and tested"
