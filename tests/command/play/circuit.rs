//! The page of a circuit in a real browser, from the disk: the same circuit as everywhere else.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;
use tengen::units;
use tengen_sim::{Engine, PortDirection};

use super::alone::{NOWHERE, ask_nowhere, asked};
use super::tengen;
use crate::browser::Browser;
use crate::page::SOON;

/// The unit that is shown.
const UNIT: &str = "uart_transmitter";

/// Its page, made of its file.
fn page(folder: &TempDir) -> PathBuf {
    let file = folder.path().join("unit.circuit");
    let circuit = units::find(UNIT).unwrap().circuit_file().unwrap();
    fs::write(&file, circuit.to_bytes().unwrap()).unwrap();
    let out = folder.path().to_str().unwrap();
    let made = tengen(&["page", "--single", "--out", out, "--circuit", file.to_str().unwrap()])
        .envs(SOON)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    folder.path().join(format!("{UNIT}.html"))
}

/// The values of the ports as the page shows them: name and text.
fn shown(browser: &mut Browser) -> Value {
    browser.value(
        "[...document.querySelectorAll('[data-port] label')].map((label) => label.lastElementChild)
           .map((shows) => [shows.closest('li').dataset.port, shows.matches('input') ? shows.value : shows.textContent])",
    )
}

/// The same of an engine.
fn expected(engine: &dyn Engine, inputs: &[(&str, &str)]) -> Value {
    let pins = engine.ports().iter().enumerate();
    let pins = pins.filter(|(_, port)| port.direction != PortDirection::Clock);
    let value = |(number, port): (usize, &tengen_sim::Port)| {
        let input = inputs.iter().find(|(name, _)| *name == port.name);
        let value = input.map_or_else(|| engine.get(number).to_string(), |(_, value)| (*value).to_owned());
        json!([port.name, value])
    };
    pins.map(value).collect()
}

fn click(browser: &mut Browser, id: &str) {
    browser.value(&format!("document.getElementById('{id}').click()"));
}

/// Waits until the circuit is paused in that clock.
fn until_clock(browser: &mut Browser, clock: u64) {
    browser.until(&format!(
        "document.getElementById('clocks').textContent.replaceAll(' ', '') === '{clock}'
           && document.getElementById('rate').textContent.startsWith('paused')"
    ));
}

#[test]
fn a_circuit_is_driven_looked_at_and_read_in_its_page() {
    let folder = tempfile::tempdir().unwrap();
    let page = page(&folder);
    let log = folder.path().join("log.json");
    let mut engine = units::find(UNIT).unwrap().native();
    let [data, strobe] = ["data", "strobe"].map(|name| engine.port(name));
    engine.settle();
    {
        let mut browser = Browser::logged(&format!("file://{}", page.display()), &log);
        browser.until("document.querySelectorAll('[data-port]').length === 4");
        assert_eq!(
            shown(&mut browser),
            expected(&*engine, &[("data", "0x00"), ("strobe", "0")])
        );

        // Inputs by hand, a clock by a step.
        browser.value(
            "{ const data = document.querySelector('[data-port=data] input'); data.value = '90';
               data.dispatchEvent(new Event('change')); }",
        );
        browser.value("document.querySelector('[data-port=strobe] button').click()");
        browser.until("document.querySelector('[data-port=strobe] button').textContent === '1'");
        engine.set(data, 90);
        engine.set(strobe, 1);
        click(&mut browser, "step");
        until_clock(&mut browser, 1);
        engine.step();
        let inputs = [("data", "0x5a"), ("strobe", "1")];
        assert_eq!(shown(&mut browser), expected(&*engine, &inputs));

        // Until the line goes low: the start bit.
        browser.value(
            "{ document.getElementById('sought').value = 'tx';
               document.getElementById('sought').dispatchEvent(new Event('input'));
               document.querySelector('[data-signal=tx]').click(); }",
        );
        browser.until("document.querySelector('#strip [data-path=tx] path') !== null");
        browser.value(
            "{ document.getElementById('speed').value = '';
               document.getElementById('speed').dispatchEvent(new Event('change')); }",
        );
        browser.value("document.getElementById('until_value').value = '0'");
        click(&mut browser, "until_run");
        let mut clocks = 1;
        let tx = engine.port("tx");
        while engine.get(tx) == 1 {
            engine.step();
            clocks += 1;
        }
        until_clock(&mut browser, clocks);
        assert_eq!(shown(&mut browser), expected(&*engine, &inputs));

        // What stands beside what.
        let marked = |browser: &mut Browser| {
            browser.value(
                "[...document.querySelectorAll('#code [aria-selected=true]')].map((line) => line.textContent.trim())",
            )
        };
        browser.value(
            "[...document.querySelectorAll('#source li')].find((line) => line.textContent.includes('busy = ')).click()",
        );
        let lines = marked(&mut browser);
        let lines: Vec<&str> = lines.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(
            lines.len() == 2 && lines[0].starts_with("busy = ") && lines[1].starts_with("assign busy = "),
            "{lines:?}"
        );
        browser.value("[...document.querySelectorAll('#verilog li')].find((line) => line.textContent.includes('assign busy')).click()");
        assert_eq!(marked(&mut browser), json!(lines));
        browser.value("document.getElementById('module').selectedIndex = 1");
        browser.value("document.getElementById('module').dispatchEvent(new Event('change'))");
        browser.until("document.getElementById('verilog').textContent.includes('module baud_generator')");

        // Waves are recorded, and a value that is too large is refused.
        browser.value("document.getElementById('thousands').value = '2'");
        click(&mut browser, "waves");
        until_clock(&mut browser, clocks + 2000);
        browser.until("!document.getElementById('waves_file').hidden");
        engine.steps(2000);
        assert_eq!(shown(&mut browser), expected(&*engine, &inputs));
        browser.value(
            "{ const data = document.querySelector('[data-port=data] input'); data.value = '256';
               data.dispatchEvent(new Event('change')); }",
        );
        browser.until("document.getElementById('trouble').textContent === '256 is more than the 8 bits of data hold'");

        for (width, height) in [(1280, 800), (390, 844)] {
            let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 400});
            browser.call("Emulation.setDeviceMetricsOverride", size);
            let found = browser.inaccessible();
            assert!(found.is_empty(), "{width} by {height}: {found:?}");
            browser.shoot(&format!("circuit-{width}"));
            let wide = browser.value("document.documentElement.scrollWidth");
            assert!(wide.as_u64().unwrap() <= width, "{wide}");
        }
        ask_nowhere(&mut browser);
    }
    assert_eq!(asked(&log), [NOWHERE], "the page asks for nothing");
}
