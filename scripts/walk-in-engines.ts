import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { newDataPath, removeDataPath, runScript, stop, WHOLE_SERVER, whenReady } from "./server-for-tests.ts";

/**
 * `npm run test:engines`: one journey (read, search, log in, publish, report) in Firefox and in WebKit, which the journeys in
 * e2e, in Chromium, say nothing about. The engines are Debian's; Playwright drives only builds of its own. Each is driven by the
 * protocol that it speaks without a driver to download: WebDriver BiDi, and WebDriver.
 */
const PORT = Number(process.env.E2E_PORT ?? 4173) + 10;
const SITE = `http://localhost:${PORT}`;
const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const TIMEOUT_MS = 60_000;

interface Engine {
  open(address: string): Promise<void>;
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

async function firefox(): Promise<Engine> {
  const profile = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-firefox-"));
  const browser = launch("firefox-esr", [
    "--headless",
    "--remote-debugging-port=0",
    "--profile",
    profile,
    "about:blank",
  ]);
  const [, address] = await said(browser, /WebDriver BiDi listening on (ws:\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, "open");
  let last = 0;
  const answers = new Map<number, (answer: Record<string, unknown>) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as { id?: number };
    answers.get(answer.id ?? 0)?.(answer);
  });
  const send = async (method: string, params: object) => {
    const id = (last += 1);
    const response = new Promise<Record<string, unknown>>((resolve) => answers.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await response;
    if (answer.type === "error") throw new Error(`${method}: ${String(answer.message)}`);
    return answer.result as Record<string, unknown>;
  };
  await send("session.new", { capabilities: {} });
  const { contexts } = await send("browsingContext.getTree", {});
  const { context } = (contexts as { context: string }[])[0] ?? {};
  return {
    open: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    evaluate: async (expression) => {
      const { result } = await send("script.evaluate", { expression, target: { context }, awaitPromise: true });
      return (result as { value?: unknown } | undefined)?.value;
    },
    close: async () => {
      socket.close();
      await end(browser);
      await fs.rm(profile, { recursive: true, force: true });
    },
  };
}

async function webKit(): Promise<Engine> {
  const port = PORT + 1;
  const screen = launch("Xvfb", ["-displayfd", "1", "-screen", "0", "1280x900x24"]);
  const [display] = await said(screen, /\d+/);
  const driver = launch("WebKitWebDriver", [`--port=${port}`], { DISPLAY: `:${display}` });
  const send = async (address: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${address}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    const { value } = (await answer.json()) as { value: Record<string, unknown> };
    if (!answer.ok) throw new Error(`${address}: ${String(value.message)}`);
    return value;
  };
  const options = { binary: MINI_BROWSER, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  const { sessionId } = await eventually("WebKitWebDriver", () => send("", { capabilities }).catch(whileItStarts));
  return {
    open: async (url) => void (await send(`/${String(sessionId)}/url`, { url })),
    evaluate: (expression) => send(`/${String(sessionId)}/execute/sync`, { script: `return ${expression}`, args: [] }),
    close: async () => {
      await fetch(`http://127.0.0.1:${port}/session/${String(sessionId)}`, { method: "DELETE" });
      await end(driver);
      await end(screen);
    },
  };
}

/** What a visitor finds in the page by its visible text or label. */
const FINDERS = `{
  shown: (element) => element.getClientRects().length > 0,
  text: (element) => (element.getAttribute("aria-label") ?? element.textContent).replace(/\\s+/g, " ").trim(),
  named(selector, name) {
    return [...document.querySelectorAll(selector)].find((element) => this.shown(element) && this.text(element) === name);
  },
  field(label) {
    const found = [...document.querySelectorAll("label")].find((element) => this.text(element).startsWith(label));
    return found?.control ?? document.querySelector('[placeholder="' + label + '"], [aria-label="' + label + '"]');
  },
  press(selector, name) {
    const element = this.named(selector, name);
    if (!element || element.disabled) return false;
    element.click();
    return true;
  },
  type(label, value) {
    const field = this.field(label);
    if (!field || field.disabled) return false;
    const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    field.focus();
    Object.getOwnPropertyDescriptor(kind.prototype, "value").set.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  },
}`;

async function walk(engine: Engine, email: string, password: string): Promise<void> {
  const inPage = (what: string, expression: string) =>
    eventually(what, () => engine.evaluate(`(${FINDERS}).${expression}`));
  const press = (name: string, selector = "button, a") =>
    inPage(`press ${name}`, `press(${JSON.stringify(selector)}, ${JSON.stringify(name)})`);
  const type = (label: string, value: string) =>
    inPage(`type ${label}`, `type(${JSON.stringify(label)}, ${JSON.stringify(value)})`);
  const see = (words: string) =>
    eventually(`see "${words}"`, () => engine.evaluate(`document.body.innerText.includes(${JSON.stringify(words)})`));
  const open = async (address: string) => {
    await engine.open(SITE + address);
    await eventually("hydration", () => engine.evaluate(`performance.getEntriesByName("hydrated").length > 0`));
  };

  await open("/reviews");
  await see("Browse experiences shared by tenants across India.");
  await type("Search property, locality, city...", "Amaltas");
  await eventually("the search", () => engine.evaluate(`location.search === "?q=Amaltas"`));
  await see("Amaltas Court");

  await open("/login?next=%2Fsubmit-review");
  await type("Email", email);
  await type("Password", password);
  await press("Log In", "main button");
  await see("Property Details");

  const propertyName = `Engine House ${Date.now()}`;
  await type("Property Name", propertyName);
  await type("Locality", "Koregaon Park");
  await type("City", "Pune");
  await inPage("four stars", `press("[role=radio], input[type=radio]", "4 stars")`);
  await type("Review Text", "Two years without a power cut.");
  await type("Issue 1", "Nil");
  await press("Submit Review", "main button");
  await see("Open it on the reviews page");

  await open(`/reviews?q=${encodeURIComponent(propertyName)}`);
  await see(propertyName);
  await press("Report review by sample.tenant", "main button");
  await press("Spam or duplicate", "label");
  await press("Next");
  await press("Confirm Report");
  await see("Thank you for your feedback.");
}

/** Resolves to the first answer that is one. */
async function eventually<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`not within ${TIMEOUT_MS / 1000} s: ${what}`);
    await delay(100);
  }
}

function whileItStarts(error: unknown): null {
  if (error instanceof TypeError) return null;
  throw error;
}

function launch(program: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
}

/** Resolves to what the program prints that matches. */
function said(program: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let text = "";
  return new Promise((resolve, reject) => {
    program.once("error", reject);
    program.once("exit", () => reject(new Error(`${program.spawnfile} ended: ${text}`)));
    for (const stream of [program.stdout, program.stderr])
      stream?.on("data", (part: Buffer) => {
        text += part.toString();
        const match = pattern.exec(text);
        if (match) resolve(match);
      });
  });
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return;
  const ended = once(program, "exit");
  program.kill("SIGTERM");
  await ended;
}

async function missingPackages(): Promise<string[]> {
  const programs = {
    "firefox-esr": "/usr/bin/firefox-esr",
    "webkit2gtk-driver": "/usr/bin/WebKitWebDriver",
    "libwebkit2gtk-4.1-0": MINI_BROWSER,
    xvfb: "/usr/bin/Xvfb",
  };
  const found = await Promise.all(
    Object.entries(programs).map(async ([name, file]) => ((await fs.stat(file).catch(() => null)) ? [] : [name])),
  );
  return found.flat();
}

const missing = await missingPackages();
if (missing.length > 0) {
  process.stderr.write(`Firefox and WebKit are missing. On Debian: apt-get install ${missing.join(" ")}\n`);
  process.exit(1);
}
for (const [name, launchEngine] of Object.entries({ Firefox: firefox, WebKit: webKit })) {
  // A site for each: one account publishes one review a minute.
  const dataDir = await newDataPath();
  const server = runScript(WHOLE_SERVER, [], {
    HOST: "localhost",
    PORT: String(PORT),
    SITE_URL: SITE,
    DATA_DIR: dataDir,
    SEED: "sample",
  });
  try {
    await whenReady(server);
    const account = /Sample account: (?<email>\S+) with the password (?<password>\S+)/.exec(server.output())?.groups;
    const engine = await launchEngine();
    try {
      await walk(engine, account?.email ?? "", account?.password ?? "");
      process.stdout.write(`${name}: read, searched, logged in, published and reported\n`);
    } finally {
      await engine.close();
    }
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    await stop(server);
    await removeDataPath(dataDir);
  }
}
