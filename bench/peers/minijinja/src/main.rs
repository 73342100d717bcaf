//! minijinja over the workloads: a JSON object a line on stdout.
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Error, ErrorKind, Value};
use serde_json::ser::Formatter;
use std::io::{self, BufRead};
use std::time::Instant;

/// json.dumps writes ", " and ": ".
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { w.write_all(b", ") }
    }
    fn begin_object_key<W: ?Sized + io::Write>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { w.write_all(b", ") }
    }
    fn begin_object_value<W: ?Sized + io::Write>(&mut self, w: &mut W) -> io::Result<()> {
        w.write_all(b": ")
    }
}

fn tojson(value: Value) -> Result<Value, Error> {
    let mut out = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, Spaced);
    serde::Serialize::serialize(&value, &mut serializer)
        .map_err(|e| Error::new(ErrorKind::BadSerialization, e.to_string()))?;
    Ok(Value::from_safe_string(String::from_utf8(out).unwrap()))
}

fn raise_exception(message: String) -> Result<Value, Error> {
    Err(Error::new(ErrorKind::InvalidOperation, message))
}

fn environment() -> Environment<'static> {
    let mut env = Environment::new();
    env.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().unwrap());
    env.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
    env.add_filter("tojson", tojson);
    env.add_function("raise_exception", raise_exception);
    env
}

fn fnv(data: &[u8]) -> String {
    let mut value: u64 = 0xcbf29ce484222325;
    for byte in data {
        value = (value ^ u64::from(*byte)).wrapping_mul(0x100000001b3);
    }
    format!("{:016x}", value)
}

fn best<T>(mut run: impl FnMut() -> T, seconds: f64) -> f64 {
    let (mut shortest, mut spent, mut calls) = (f64::INFINITY, 0.0, 0);
    while spent < seconds || calls < 3 {
        let begin = Instant::now();
        std::hint::black_box(run());
        let took = begin.elapsed().as_secs_f64();
        shortest = shortest.min(took);
        spent += took;
        calls += 1;
    }
    shortest * 1e9
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let seconds: f64 = arguments.get(2).map_or(0.3, |s| s.parse().unwrap());
    for line in io::BufReader::new(std::fs::File::open(&arguments[1]).unwrap()).lines() {
        let row: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let name = row["name"].as_str().unwrap();
        let source = row["template"].as_str().unwrap().to_string();
        let raw = serde_json::to_string(&row["context"]).unwrap();
        let context = Value::from(Serde(&row["context"]));
        let mut env = environment();
        env.add_template_owned("t", source.clone()).unwrap();
        let template = env.get_template("t").unwrap();
        let text = match template.render(&context) {
            Ok(text) => text,
            Err(error) => {
                println!("{}", serde_json::json!({"engine": "minijinja", "workload": name, "error": error.to_string()}));
                continue;
            }
        };
        let hash = if text.len() < 2_000_000 { fnv(text.as_bytes()) } else { String::new() };
        let compile = best(|| { let mut e = environment(); e.add_template_owned("t", source.clone()).unwrap(); e }, seconds / 2.0);
        let render = best(|| template.render(&context).unwrap(), seconds);
        let json = best(|| {
            let value: serde_json::Value = serde_json::from_str(&raw).unwrap();
            template.render(Value::from(Serde(&value))).unwrap()
        }, seconds);
        println!("{}", serde_json::json!({"engine": "minijinja", "workload": name, "bytes": text.len(), "hash": hash,
            "compile": compile, "render": render, "json": json}));
    }
}
