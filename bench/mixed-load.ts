import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/**
 * People who read, write and guess passwords at once, in a process of its own. Run as a program with a MixedLoad in JSON;
 * prints MixedAnswers in JSON. Every request comes from a network address of its own, as behind a proxy.
 */
export interface MixedLoad {
  url: string;
  publishableKey: string;
  seconds: number;
  /** Connections that ask for pages and lists. */
  readers: number;
  /** Access tokens of people who write one review and one report after the other. */
  writers: string[];
  signInsPerSecond: number;
}

export interface MixedAnswers {
  reads: number;
  writes: number;
  signIns: number;
  /** Answers of 500 and above, and requests without an answer. */
  faults: number;
  /** How often each status was given to those who write and sign in. */
  statuses: Record<string, number>;
}

interface Autocannon {
  (options: {
    url: string;
    connections: number;
    duration: number;
    headers: Record<string, string>;
    requests: { method: string; path: string }[];
  }): PromiseLike<{ "2xx": number; "5xx": number; errors: number; duration: number }>;
}

// It is installed for the benchmark alone, so the product's check of types does not know it.
const GENERATOR = new URL("node_modules/autocannon/autocannon.js", import.meta.url).href;

const PAGES = [
  ...["/", "/reviews", "/reviews?city=Pune", "/reviews?q=water", "/reviews?q=deposit&city=Bengaluru"],
  ...[
    "/reviews?sort=rating",
    "/reviews?sort=verified",
    "/blog",
    "/privacy",
    "/submit-review",
    "/sitemap.xml",
    "/healthz",
  ],
];

if (import.meta.main) process.stdout.write(JSON.stringify(await load(JSON.parse(process.argv[2] ?? "") as MixedLoad)));

async function load({ url, publishableKey, seconds, readers, writers, signInsPerSecond }: MixedLoad) {
  const ends = performance.now() + seconds * 1000;
  const answers: MixedAnswers = { reads: 0, writes: 0, signIns: 0, faults: 0, statuses: {} };

  async function send(path: string, body: object, token?: string): Promise<number> {
    const headers = {
      apikey: publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": someAddress(),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    let status = 0;
    try {
      const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
      await answer.arrayBuffer();
      status = answer.status;
    } catch {
      // Counted as a fault, as what is 500 and above.
    }
    if (status === 0 || status >= 500) answers.faults += 1;
    answers.statuses[status] = (answers.statuses[status] ?? 0) + 1;
    return status;
  }

  async function write(token: string): Promise<void> {
    while (performance.now() < ends) {
      const id = randomUUID();
      const review = {
        ...{ id, property_name: `Endurance ${id.slice(0, 3)}`, locality: "Ward 1", city: "Pune", email: null },
        ...{ rating: 4, review_text: `Water comes twice a day, and the lift stood still for a week. ${id}` },
      };
      if ((await send("/rest/v1/reviews", review, token)) === 201) answers.writes += 1;
      const report = { review_id: id, reason: "spam", fingerprint: randomUUID(), reporter_email: null };
      if ((await send("/rest/v1/review_reports", report)) === 201) answers.writes += 1;
    }
  }

  async function signIn(): Promise<void> {
    const underway: Promise<unknown>[] = [];
    for (let begun = performance.now(); performance.now() < ends; begun += 1000 / signInsPerSecond) {
      const guess = { email: `${randomUUID()}@example.com`, password: randomUUID() };
      underway.push(send("/auth/v1/token?grant_type=password", guess));
      answers.signIns += 1;
      await delay(Math.max(0, begun + 1000 / signInsPerSecond - performance.now()));
    }
    await Promise.all(underway);
  }

  async function read(): Promise<void> {
    const { default: autocannon } = (await import(GENERATOR)) as { default: Autocannon };
    const told = await autocannon({
      url,
      connections: readers,
      duration: seconds,
      headers: { "accept-encoding": "br" },
      requests: PAGES.map((path) => ({ method: "GET", path })),
    });
    answers.reads = told["2xx"] / told.duration;
    answers.faults += told["5xx"] + told.errors;
  }

  await Promise.all([read(), ...writers.map(write), signInsPerSecond > 0 ? signIn() : undefined]);
  answers.writes /= seconds;
  answers.signIns /= seconds;
  return answers;
}

function someAddress(): string {
  return [10, ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 256))].join(".");
}
