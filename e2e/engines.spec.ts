import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import { expect, test, unique } from "./fixtures.ts";
import { EMBEDDED_URL } from "./servers.ts";

/**
 * `npm run test:engines` runs one journey in Debian's Firefox and WebKit (apt-get install firefox-esr webkit2gtk-driver xvfb).
 * Playwright drives only its own builds, so this file drives Firefox over WebDriver BiDi and WebKit over WebDriver.
 */
const WEBDRIVER_PORT = Number(new URL(EMBEDDED_URL).port) + 11;
const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

interface Engine {
  open(address: string): Promise<unknown>;
  /** Returns the value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

test.setTimeout(180_000);

for (const [name, launchEngine] of Object.entries({ Firefox: firefox, WebKit: webKit })) {
  test(`reads, searches, logs in, publishes and reports in ${name}`, async ({ createAccount }, { outputDir }) => {
    const { email, password } = await createAccount();
    const engine = await launchEngine(outputDir);
    try {
      await publishAndReport(engine, email, password);
    } finally {
      await engine.close();
    }
  });
}

async function firefox(profile: string): Promise<Engine> {
  await fs.mkdir(profile, { recursive: true });
  const browser = launch("firefox-esr", ["--headless", "--remote-debugging-port=0", "--profile", profile]);
  const [, address] = await outputMatching(browser, /WebDriver BiDi listening on (ws:\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, "open");
  const send = async (method: string, params: object) => {
    const answer = once(socket, "message") as Promise<[MessageEvent<string>]>;
    // No event is subscribed to, so the next message is the response.
    socket.send(JSON.stringify({ id: 1, method, params }));
    const { result, message } = JSON.parse((await answer)[0].data) as { result?: unknown; message?: string };
    if (!result) throw new Error(`${method}: ${message}`);
    return result;
  };
  await send("session.new", { capabilities: {} });
  const { contexts } = (await send("browsingContext.getTree", {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  return {
    open: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    evaluate: async (expression) => {
      const script = { expression, target: { context }, awaitPromise: true };
      return ((await send("script.evaluate", script)) as { result?: { value: unknown } }).result?.value;
    },
    close: () => end(browser),
  };
}

async function webKit(): Promise<Engine> {
  const driver = launch("xvfb-run", ["-a", "WebKitWebDriver", `--port=${WEBDRIVER_PORT}`]);
  const send = async (address: string, body?: object) => {
    const options = body ? { method: "POST", body: JSON.stringify(body) } : { method: "DELETE" };
    const answer = await fetch(`http://127.0.0.1:${WEBDRIVER_PORT}/session${address}`, options);
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${address}: ${JSON.stringify(value)}`);
    return value;
  };
  const isUp = () =>
    fetch(`http://127.0.0.1:${WEBDRIVER_PORT}/status`)
      .then(({ ok }) => ok)
      .catch(() => false);
  await expect.poll(isUp, "WebKitWebDriver").toBe(true);
  const options = { binary: MINI_BROWSER, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  const { sessionId } = (await send("", { capabilities })) as { sessionId: string };
  return {
    open: (url) => send(`/${sessionId}/url`, { url }),
    evaluate: (expression) => send(`/${sessionId}/execute/sync`, { script: `return ${expression}`, args: [] }),
    close: async () => {
      await send(`/${sessionId}`);
      await end(driver);
    },
  };
}

/** Finds elements by their visible text or label, as a visitor does. */
const FINDERS = `{
  text: (element) => (element.getAttribute("aria-label") ?? element.textContent).replace(/\\s+/g, " ").trim(),
  press(selector, name) {
    const element = [...document.querySelectorAll(selector)].find(
      (element) => element.getClientRects().length > 0 && this.text(element) === name);
    if (!element || element.disabled) return false;
    element.click();
    return true;
  },
  type(label, value) {
    const found = [...document.querySelectorAll("label")].find((element) => this.text(element).startsWith(label));
    const field = found?.control ?? document.querySelector('[placeholder="' + label + '"]');
    if (!field || field.disabled) return false;
    field.focus();
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  },
}`;

async function publishAndReport(engine: Engine, email: string, password: string): Promise<void> {
  const expectTrue = (expression: string) =>
    expect.poll(() => engine.evaluate(expression), { message: expression, timeout: 60_000 }).toBe(true);
  const callFinder = (finder: string, ...args: string[]) =>
    expectTrue(`(${FINDERS}).${finder}(${args.map((arg) => JSON.stringify(arg)).join(", ")})`);
  const press = (name: string, selector = "button, a") => callFinder("press", selector, name);
  const type = (label: string, value: string) => callFinder("type", label, value);
  const see = (words: string) => expectTrue(`document.body.innerText.includes(${JSON.stringify(words)})`);
  const open = async (address: string) => {
    await engine.open(EMBEDDED_URL + address);
    await expectTrue(`performance.getEntriesByName("hydrated").length > 0`);
  };

  await open("/reviews");
  await see("Browse experiences shared by tenants across India.");
  await type("Search property, locality, city...", "Amaltas");
  await expectTrue(`location.search === "?q=Amaltas"`);
  await see("Amaltas Court");

  await open("/login?next=%2Fsubmit-review");
  await type("Email", email);
  await type("Password", password);
  await press("Log In", "main button");
  await see("Property Details");

  const propertyName = unique("Engine House");
  await type("Property Name", propertyName);
  await type("Locality", "Koregaon Park");
  await type("City", "Pune");
  await press("4 stars", "[role=radio], input[type=radio]");
  await type("Review Text", "Two years without a power cut.");
  await type("Issue 1", "Nil");
  await press("Submit Review", "main button");
  await see("Your review is published.");

  await open(`/reviews?q=${encodeURIComponent(propertyName)}`);
  await see(propertyName);
  await press("Report review by Anonymous", "main button");
  await press("Spam or duplicate", "label");
  await press("Next");
  await press("Confirm Report");
  await see("Thank you for your feedback.");
}

/** Starts a program in a new process group, so that `end` also ends its child processes. */
function launch(program: string, args: string[]): ChildProcess {
  return spawn(program, args, { stdio: ["ignore", "ignore", "pipe"], detached: true });
}

/** Resolves to the first match in what the program writes to stderr. */
async function outputMatching({ stderr }: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let text = "";
  for await (const part of stderr ?? []) {
    text += String(part);
    const match = pattern.exec(text);
    if (match) return match;
  }
  throw new Error(text);
}

async function end(program: ChildProcess): Promise<void> {
  const ended = once(program, "exit");
  process.kill(-Number(program.pid));
  await ended;
}
