//! Reads every cell of a workbook with calamine and prints what it found as one JSON line.
//!
//! XLSX goes through the streaming cell reader (the fastest that calamine has), XLS through its ranges (it has no other).

use std::{env, error::Error, fs, io::Read, time::Instant};

use calamine::{open_workbook, Data, DataRef, Reader, Xls, Xlsx};

#[derive(Default)]
struct Found {
    cells: u64,
    texts: u64,
    number_sum: f64,
    /// First code of every text: forces each one to be there.
    touched: u64,
}

impl Found {
    fn text(&mut self, text: &str) {
        self.cells += 1;
        self.texts += 1;
        self.touched += text.chars().next().map_or(0, u64::from);
    }

    fn number(&mut self, value: f64) {
        self.cells += 1;
        self.number_sum += value;
    }
}

fn read_xlsx(path: &str, found: &mut Found) -> Result<(), Box<dyn Error>> {
    let mut book: Xlsx<_> = open_workbook(path)?;
    for name in book.sheet_names() {
        let mut cells = book.worksheet_cells_reader(&name)?;
        while let Some(cell) = cells.next_cell()? {
            match cell.get_value() {
                DataRef::Empty => {}
                DataRef::String(text) => found.text(text),
                DataRef::SharedString(text) => found.text(text),
                DataRef::Float(value) => found.number(*value),
                DataRef::Int(value) => found.number(*value as f64),
                DataRef::DateTime(value) => found.number(value.as_f64()),
                DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => found.text(text),
                DataRef::Bool(_) | DataRef::Error(_) => found.cells += 1,
            }
        }
    }
    Ok(())
}

fn read_xls(path: &str, found: &mut Found) -> Result<(), Box<dyn Error>> {
    let mut book: Xls<_> = open_workbook(path)?;
    for name in book.sheet_names() {
        for (_, _, value) in book.worksheet_range(&name)?.used_cells() {
            match value {
                Data::Empty => {}
                Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => found.text(text),
                Data::Float(value) => found.number(*value),
                Data::Int(value) => found.number(*value as f64),
                Data::DateTime(value) => found.number(value.as_f64()),
                Data::Bool(_) | Data::Error(_) => found.cells += 1,
            }
        }
    }
    Ok(())
}

/// By the first bytes: real files lie about their extension.
fn read(path: &str, found: &mut Found) -> Result<(), Box<dyn Error>> {
    let mut mark = [0u8; 2];
    fs::File::open(path)?.read_exact(&mut mark)?;
    if &mark == b"PK" {
        read_xlsx(path, found)
    } else {
        read_xls(path, found)
    }
}

/// Largest resident size so far; Linux only, 0 elsewhere.
fn peak_bytes() -> u64 {
    fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| status.lines().find_map(|line| line.strip_prefix("VmHWM:").map(str::to_owned)))
        .and_then(|size| size.trim().split(' ').next().and_then(|text| text.parse::<u64>().ok()))
        .map_or(0, |kibibytes| kibibytes * 1024)
}

/// Processor time of the only thread; Linux only, 0 elsewhere.
fn cpu_seconds() -> f64 {
    fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|line| line.split(' ').next().and_then(|text| text.parse::<f64>().ok()))
        .map_or(0.0, |nanoseconds| nanoseconds / 1e9)
}

fn main() {
    let mut failed = 0;
    let mut found = Found::default();
    let cpu_start = cpu_seconds();
    let start = Instant::now();
    for path in env::args().skip(1) {
        if read(&path, &mut found).is_err() {
            failed += 1;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{{\"seconds\":{},\"cpuSeconds\":{},\"cells\":{},\"texts\":{},\"numberSum\":{},\"touched\":{},\"failed\":{},\"peakBytes\":{}}}",
        seconds,
        cpu_seconds() - cpu_start,
        found.cells,
        found.texts,
        found.number_sum,
        found.touched,
        failed,
        peak_bytes()
    );
}
