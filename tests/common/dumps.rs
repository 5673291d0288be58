//! Reads wave files: value change dumps and FST, for tests of code that writes them.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::io::{BufReader, Cursor, Seek, SeekFrom, Write};
use std::rc::Rc;

use fst_reader::{FstFilter, FstHierarchyEntry, FstReader, FstSignalValue};

/// A writer whose contents can be read.
#[derive(Clone, Default)]
pub struct Paper(Rc<RefCell<Cursor<Vec<u8>>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Seek for Paper {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.0.borrow_mut().seek(to)
    }
}

impl Paper {
    pub fn bytes(&self) -> Vec<u8> {
        self.0.borrow().get_ref().clone()
    }
    pub fn text(&self) -> String {
        String::from_utf8(self.bytes()).unwrap()
    }
}

/// The changes of every signal by its path: time and value. Repeated values do not count.
#[derive(Debug, Default, PartialEq)]
pub struct Changes(pub BTreeMap<String, Vec<(u64, String)>>);

impl Changes {
    fn add(&mut self, signal: &str, time: u64, value: &str) {
        let values = self.0.entry(signal.to_string()).or_default();
        if values.last().is_none_or(|(_, last)| last != value) {
            values.push((time, value.to_string()));
        }
    }
}

/// Reads a value change dump; requires full-length vectors with all leading zeros.
pub fn changes_in_vcd(text: &str) -> Changes {
    let (head, body) = text.split_once("$enddefinitions $end\n").unwrap();
    let mut scope: Vec<&str> = vec![];
    let mut names = HashMap::<&str, Vec<String>>::new();
    for line in head.lines() {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["$scope", _, name, _] => scope.push(name),
            ["$upscope", _] => drop(scope.pop()),
            ["$var", _, _, code, name, _] => names
                .entry(code)
                .or_default()
                .push(format!("{}.{name}", scope.join("."))),
            _ => {}
        }
    }
    let mut changes = Changes::default();
    let mut time = 0;
    for line in body.lines().filter(|line| !line.starts_with('$')) {
        if let Some(now) = line.strip_prefix('#') {
            time = now.parse().unwrap();
            continue;
        }
        let (value, code) = match line.strip_prefix('b') {
            Some(vector) => vector.split_once(' ').unwrap(),
            None => line.split_at(1),
        };
        for name in &names[code] {
            changes.add(name, time, value);
        }
    }
    changes
}

/// Reads an FST file, without unknown values before the first moment.
pub fn changes_in_fst(bytes: Vec<u8>) -> Changes {
    let mut reader = FstReader::open(BufReader::new(Cursor::new(bytes))).unwrap();
    assert_eq!(reader.get_header().timescale_exponent, -9);
    let mut scope: Vec<String> = vec![];
    let mut names = HashMap::<_, Vec<String>>::new();
    let read = reader.read_hierarchy(|entry| match entry {
        FstHierarchyEntry::Scope { name, .. } => scope.push(name),
        FstHierarchyEntry::UpScope => drop(scope.pop()),
        FstHierarchyEntry::Var { name, handle, .. } => {
            let name = name.split('[').next().unwrap();
            names
                .entry(handle.get_index())
                .or_default()
                .push(format!("{}.{name}", scope.join(".")));
        }
        _ => {}
    });
    read.unwrap();
    let mut changes = Changes::default();
    let read = reader.read_signals(&FstFilter::all(), |time, handle, value| {
        let FstSignalValue::String(bits) = value else {
            panic!("a real number")
        };
        let bits = String::from_utf8(bits.to_vec()).unwrap();
        let known = bits.chars().all(|bit| bit == '0' || bit == '1');
        if known {
            for name in &names[&handle.get_index()] {
                changes.add(name, time, &bits);
            }
        }
        Ok::<_, std::convert::Infallible>(())
    });
    read.unwrap();
    changes
}
