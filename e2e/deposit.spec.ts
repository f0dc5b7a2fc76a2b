import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { expect, expectAccessible, expectToast, logIn, test } from "./fixtures.ts";
import { metadataOf, phonePhoto } from "./photos.ts";

test.use({ viewport: { width: 360, height: 740 } });

const FACTS = {
  "Your name": "Ashalata Raoji",
  "Owner’s name": "Gowdaswamy",
  "Address or name of the home": "12 Lotuslake View",
  "Moved in": "2024-01-05",
  "Moved out": "2026-09-30",
  "Deposit paid (₹)": "1,23,457",
  "Returned so far (0 if nothing)": "20,011",
  "Where to pay": "ashalata@upibank",
  "Your phone, email or new address": "98450 12345",
};

test(
  "sends nothing that is typed or photographed",
  { tag: ["@12.1", "@12.2", "@12.33"] },
  async ({ page, baseURL }) => {
    await page.goto("/deposit");
    await page.waitForLoadState("networkidle");
    const requests: { url: string; body: string | null }[] = [];
    page.context().on("request", (request) => requests.push({ url: request.url(), body: request.postData() }));
    await chooseCity(page, "Bengaluru");
    await open(page, "moving-in");
    await page.getByRole("button", { name: "Add a note: Walls and paint" }).click();
    await page.getByLabel("Note: Walls and paint").fill("Nailholes beside the window");
    await addPhoto(page, "Walls and paint");
    await open(page, "letter");
    await fillFacts(page);
    await page.getByLabel("Second language").selectOption("hi");
    await expect(letter(page)).toContainText("डिपॉज़िट");
    await page.getByRole("button", { name: "Print or save as PDF" }).click();
    await expect(page.locator(".paper")).toContainText("1,03,446");
    await page.getByRole("link", { name: "Write a review" }).hover();
    // The copy for use without a connection loads the rest of the code.
    await storedOffline(page);
    await page.waitForLoadState("networkidle");
    expect(requests.length).toBeGreaterThan(5);
    const typed = /ashalata|gowda|lotus|123457|1,23,457|20,?011|nailholes|2024-01|2026-09|bengaluru/i;
    const isTold = ({ url, body }: { url: string; body: string | null }) =>
      // Photos and the saved file have URLs of this page only.
      !url.startsWith(`blob:${baseURL}`) &&
      (body !== null || !url.startsWith(`${baseURL}/`) || typed.test(decodeURIComponent(url)));
    expect(requests.filter(isTold)).toEqual([]);
  },
);

test("works without a connection after the first visit", { tag: ["@12.5"] }, async ({ page, context }) => {
  await page.goto("/deposit");
  await storedOffline(page);
  await context.setOffline(true);
  await page.reload();
  await chooseCity(page, "Chennai");
  await open(page, "letter");
  await fillFacts(page);
  await page.getByLabel("Second language").selectOption("ta");
  await expect(letter(page).locator("[lang=ta]").first()).toBeVisible();
  await page.getByRole("button", { name: "Delete everything on this device" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await expect(page.getByLabel("City", { exact: true })).toHaveValue("Chennai");
  await open(page, "letter");
  await expect(letter(page)).toContainText("Ashalata Raoji");
  await expect(page.getByLabel("Second language")).toHaveValue("ta");
});

test("loses nothing by a crash, and updates other tabs", { tag: ["@12.1", "@12.37"] }, async ({ page, context }) => {
  await page.goto("/deposit#moving-in");
  const other = await context.newPage();
  await other.goto("/deposit#moving-in");
  await page.getByRole("radiogroup", { name: "Ceiling" }).getByText("Broken").click();
  await addPhoto(page, "Ceiling");
  await addPhoto(page, "Ceiling", { width: 1200, height: 1600 });
  await expect(part(page, "moving-in")).toContainText("1 of 30");
  await expect(part(other, "moving-in")).toContainText("1 of 30");
  await expect(other.getByRole("img", { name: "Ceiling, photo 1" })).toBeVisible();
  await other.getByRole("radiogroup", { name: "Ceiling" }).getByText("Worn").click();
  await expect(page.getByRole("radiogroup", { name: "Ceiling" }).getByLabel("Worn")).toBeChecked();
  await expectLatestAfterSlowReads(page, other);
  await page.getByRole("button", { name: "Add a note: Ceiling" }).click();
  await page.getByLabel("Note: Ceiling").pressSequentially("Damp patch in the corner");
  // No event of leaving the page, as when the phone kills the tab.
  await Promise.all([page.close(), other.close()]);
  const next = await context.newPage();
  await next.goto("/deposit#moving-in");
  await expect(next.getByLabel("Note: Ceiling")).toHaveValue("Damp patch in the corner");
  await expect(next.getByRole("img", { name: "Ceiling, photo 1" })).toBeVisible();
  await open(next, "moving-out");
  await expect(part(next, "moving-out")).toContainText("At moving in: Fine. Damp patch in the corner");
  await next.getByRole("button", { name: "Remove photo 1: Ceiling" }).click();
  await expect(next.getByRole("img", { name: "Ceiling, photo 2" })).toHaveCount(0);
  await next.getByRole("button", { name: "Undo" }).click();
  await next.reload();
  await expect(part(next, "moving-out")).toHaveAttribute("open");
  await open(next, "moving-in");
  // The tall photo was the second.
  const pictures = next.getByRole("list", { name: "Photos: Ceiling" }).getByRole("img");
  await expect(pictures).toHaveCount(2);
  await expect
    .poll(() => pictures.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth)))
    .toEqual([1280, 960]);
});

test(
  "keeps texts and says what it cannot keep if the storage is full",
  { tag: ["@12.1", "@12.6"] },
  async ({ page }) => {
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("Full", "QuotaExceededError");
      };
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function store(key, text) {
        if ("isFull" in window && key === "gharsach-deposit") throw new DOMException("Full", "QuotaExceededError");
        setItem.call(this, key, text);
      };
    });
    const notKept = page.getByRole("main").getByRole("alert").filter({ hasText: "This device has no room" });
    await page.goto("/deposit");
    await open(page, "letter");
    await page.getByLabel("Your name").fill("Ashalata");
    await page.reload();
    await open(page, "letter");
    await expect(page.getByLabel("Your name")).toHaveValue("Ashalata");
    await expect(notKept).toHaveCount(0);

    await page.evaluate(() => Object.assign(window, { isFull: true }));
    await page.getByLabel("Your name").fill("Ashalata Raoji");
    await expect(notKept).toBeVisible();
    await expectToast(page, "This device does not keep what you enter");
    // Within the site nothing is lost.
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
    await expect(page).toHaveURL("/blog");
    const isLeft = () => page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await isLeft()).toBe(false);
    await page.goBack();
    await open(page, "letter");
    await expect(page.getByLabel("Your name")).toHaveValue("Ashalata Raoji");
    await deleteAll(page);
    await expect(page.getByLabel("Your name")).toHaveValue("");
    await expect(notKept).toHaveCount(0);
    expect(await isLeft()).toBe(true);
  },
);

test("works with local storage if the database cannot be opened", { tag: ["@12.1", "@12.6"] }, async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("Internal error", "UnknownError");
    };
  });
  await page.goto("/deposit#letter");
  await expectToast(page, "Your notes cannot be read yet");
  await page.getByLabel("Your name").fill("Ashalata");
  await page.reload();
  await expect(page.getByLabel("Your name")).toHaveValue("Ashalata");
});

test("opens at once if the browser forbids all storage", { tag: ["@12.1", "@12.6"] }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied", "SecurityError");
      },
    });
    IDBFactory.prototype.open = () => {
      throw new DOMException("Internal error", "UnknownError");
    };
  });
  await page.goto("/deposit#letter");
  await page.getByLabel("Your name").fill("Ashalata");
  await expectToast(page, "This device does not keep what you enter");
  await expect(page.getByText("Your notes cannot be read yet")).toHaveCount(0);
  await deleteAll(page);
  await expect(page.getByLabel("Your name")).toHaveValue("");
});

test("never opens empty while it cannot read the notes", { tag: ["@12.1"] }, async ({ page }) => {
  await page.goto("/deposit#letter");
  await page.getByLabel("Your name").fill("Ashalata");
  await page.addInitScript(() => {
    const openNow = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function openLater(...name) {
      if (performance.now() < 7000) throw new DOMException("The connection is closing", "InvalidStateError");
      return openNow.apply(this, name);
    };
    // A tab that becomes visible during the read changes the state of the page, but not the notes.
    const { getAll } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.getAll = function getAllVisibly() {
      document.dispatchEvent(new Event("visibilitychange"));
      return getAll.call(this);
    };
  });
  await page.reload();
  const unread = page.getByRole("region", { name: "Notifications" }).getByText("Your notes cannot be read yet");
  await expect(unread).toBeVisible();
  await expect(page.getByLabel("City", { exact: true })).toBeDisabled();
  await expect(page.getByLabel("Your name")).toHaveValue("Ashalata");
  await expect(unread).toHaveCount(0);
});

test(
  "saves one file, deletes everything, and opens the file on another device",
  {
    tag: ["@12.4", "@12.6", "@12.32"],
  },
  async ({ page, anotherVisitor }) => {
    await page.goto("/deposit#moving-out");
    await chooseCity(page, "Pune");
    await page.getByRole("radiogroup", { name: "Geyser" }).getByText("Missing").click();
    await addPhoto(page, "Geyser");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as one file" }).click(),
    ]);
    const file = await download.path();
    const files = unzipSync(new Uint8Array(readFileSync(file)));
    expect(Buffer.from(files["sheet.txt"] ?? []).toString()).toContain("Geyser: Missing (photo 1)");
    const [photo = ""] = Object.keys(files).filter((name) => name.startsWith("photos/out-geyser-20"));
    expect(await metadataOf(Buffer.from(files[photo] ?? []))).toEqual({ width: 1280, exif: undefined });

    await page.getByRole("button", { name: "Print or save this sheet as PDF" }).click();
    await expect(page.locator(".paper")).toHaveCount(1);
    await deleteAll(page);
    await expect(page.locator(".paper")).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel("City", { exact: true })).toHaveValue("");
    await expect(part(page, "moving-out")).toContainText("0 of 30");
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("deposit")))).toEqual([]);

    const other = await anotherVisitor();
    await other.goto("/deposit#moving-out");
    await other.getByLabel("Open a saved file").setInputFiles({
      ...{ name: "other.zip", mimeType: "application/zip" },
      buffer: Buffer.from("no archive"),
    });
    await expectToast(other, "This file cannot be opened");
    await other.getByLabel("Open a saved file").setInputFiles(file);
    await expectToast(other, "The file is open on this device");
    await expect(other.getByLabel("City", { exact: true })).toHaveValue("Pune");
    await expect(other.getByRole("img", { name: "Geyser, photo 1" })).toBeVisible();
  },
);

test(
  "names what a letter lacks, and shares it in at most 40 taps",
  { tag: ["@12.33", "@12.36"] },
  async ({ page }, info) => {
    await page.addInitScript(() => {
      navigator.share = async (shared) => void Object.assign(window, { shared });
    });
    await page.goto("/deposit");
    let taps = 0;
    const tap = async (target: Locator, count = 1) => {
      taps += count;
      await target.click();
    };
    // A list is two taps: open it, choose.
    taps += 2;
    await chooseCity(page, "Bengaluru");
    await tap(page.locator("#letter summary"));
    await tap(page.getByRole("button", { name: "Share" }));
    await expect(field(page, "Your name")).toBeFocused();
    await expect(field(page, "Your name")).toHaveAccessibleDescription(/^Please fill this in\./);
    for (const [label, text] of Object.entries(FACTS)) {
      // A day is four taps: open the calendar, go to the year, choose, confirm.
      await tap(field(page, label), label.startsWith("Moved") ? 4 : 1);
      await field(page, label).fill(text);
    }
    taps += 2;
    await page.getByLabel("Second language").selectOption("kn");
    await expect(letter(page).locator("[lang=kn]").first()).toBeVisible();
    await tap(page.getByRole("button", { name: "Share" }));
    await expect
      .poll(() => page.evaluate(() => (window as { shared?: ShareData }).shared?.text))
      .toMatch(/Dear Gowdaswamy,[^]*₹1,03,446[^]*Ashalata Raoji[^]*[\u0c80-\u0cff]/);
    info.annotations.push({ type: "taps", description: String(taps) });
    expect(taps).toBeLessThanOrEqual(40);
  },
);

test("marks the rest of a room as fine, and asks for readings", { tag: ["@12.10", "@12.32"] }, async ({ page }) => {
  await page.goto("/deposit#moving-in");
  const rooms = part(page, "moving-in").locator("div:has(> h3)");
  const meters = rooms.filter({ hasText: "Keys and meters" });
  await meters.getByLabel("Electricity meter: reading").fill("4512");
  await meters.getByRole("radiogroup", { name: "Water meter" }).getByText("Not here").click();
  await meters.getByRole("button", { name: "The rest here is fine" }).click();
  await expect(part(page, "moving-in")).toContainText("5 of 30");
  await expect(meters.getByLabel("Not here").and(page.locator(":checked"))).toHaveCount(1);
  await expect(meters.getByRole("button", { name: /fine/ })).toHaveCount(0);
  for (const left of [5, 4, 3, 2, 1]) {
    const all = rooms.getByRole("button", { name: "All of this is fine" });
    await expect(all).toHaveCount(left);
    await all.first().click();
  }
  await expect(part(page, "moving-in")).toContainText("30 of 30");
});

test("opens WhatsApp on a tap if the device cannot share", { tag: ["@12.2", "@12.33"] }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", { value: undefined });
    window.open = (url) => {
      Object.assign(window, { opened: String(url) });
      return null;
    };
  });
  await page.goto("/deposit#letter");
  await fillFacts(page);
  await expect(letter(page)).toContainText("Dear Gowdaswamy");
  expect(await page.evaluate(() => "opened" in window)).toBe(false);
  await page.getByRole("button", { name: "Share" }).click();
  const opened = await page.evaluate(() => decodeURIComponent((window as { opened?: string }).opened ?? ""));
  expect(opened).toMatch(/^https:\/\/wa\.me\/\?text=[^]*Dear Gowdaswamy/);
});

const PRINTED = "12 Lotuslake View · Flat or house · ";

test("prints a sheet with twelve photos on two pages", { tag: ["@12.32", "@12.34"] }, async ({ page }) => {
  await skipPrintDialog(page);
  await page.goto("/deposit#moving-in");
  for (const line of ["Geyser", "Walls and paint", "Floor and tiles"]) {
    await page.getByRole("radiogroup", { name: line }).getByText("Worn").click();
    for (const _ of [1, 2, 3, 4]) await addPhoto(page, line);
    await expect(page.getByRole("list", { name: `Photos: ${line}` }).getByRole("listitem")).toHaveCount(4);
  }
  await open(page, "letter");
  await fillFacts(page);
  await part(page, "moving-in").getByRole("button", { name: "Print or save this sheet as PDF" }).click();
  const paper = page.locator(".paper");
  await expect(paper).toContainText(PRINTED);
  await expect(paper.locator("tr", { hasText: "Geyser" })).toContainText("1, 2, 3, 4");
  const { pages, text } = await printed(page);
  expect(pages).toBe(2);
  if (text === null) return;
  for (const words of ["Tenant: Ashalata Raoji", "Owner: Gowdaswamy", "12. Floor and tiles"])
    expect(text).toContain(words);
  expect(text).not.toContain("Get your deposit back");
});

test("leaves nothing of a print on the next page", { tag: ["@12.34"] }, async ({ page }) => {
  await skipPrintDialog(page);
  await page.goto("/deposits");
  await page.getByRole("main").getByRole("link", { name: "Get your deposit back" }).click();
  await open(page, "moving-in");
  await part(page, "moving-in").getByLabel("Day of this list").fill("2099-01-01");
  await part(page, "moving-in").getByRole("button", { name: "Print or save this sheet as PDF" }).click();
  await expect(page.locator(".paper")).toContainText("Date: ____");
  await expect(page).toHaveTitle("Moving in: handover list");
  await page.goBack();
  await expect(page).toHaveTitle(/^Rental deposits in India/);
  await expect(page.locator("html[data-print]")).toHaveCount(0);
});

test("prints what got worse in bold", { tag: ["@12.11", "@12.34"] }, async ({ page }) => {
  await skipPrintDialog(page);
  await page.goto("/deposit#moving-in");
  const choose = (id: string, line: string, state: string) =>
    part(page, id).getByRole("radiogroup", { name: line }).getByText(state).click();
  await choose("moving-in", "Ceiling", "Worn");
  await choose("moving-in", "Geyser", "Worn");
  await open(page, "moving-out");
  await choose("moving-out", "Ceiling", "Worn");
  await choose("moving-out", "Geyser", "Broken");
  await part(page, "moving-out").getByRole("button", { name: "Print or save this sheet as PDF" }).click();
  await expect(page.locator(".paper strong")).toHaveText(["Broken"]);
  expect((await printed(page)).pages).toBe(1);
});

test("keeps a signature with the last sentence of the letter", { tag: ["@12.34"] }, async ({ page }) => {
  await skipPrintDialog(page);
  await page.goto("/deposit#letter");
  await fillFacts(page);
  await page.getByLabel("Second language").selectOption("ta");
  await expect(letter(page).locator("[lang=ta]").first()).toBeVisible();
  for (let words = 100; words <= 300; words += 25) {
    await page.getByLabel("Address or name of the home").fill("Lotus ".repeat(words));
    await page.getByRole("button", { name: "Print or save as PDF" }).click();
    const { text } = await printed(page);
    if (text !== null) expect(text.trimEnd().split("\f").at(-1)).toMatch(/Thank you[^]*Ashalata Raoji/);
  }
});

test("prints letters in seven languages as they are on the screen", { tag: ["@12.34"] }, async ({ page }) => {
  await skipPrintDialog(page);
  await page.goto("/deposit#letter");
  await fillFacts(page);
  await page.locator("#letter").getByText("Demand", { exact: true }).click();
  for (const language of ["", "hi", "kn", "ta", "te", "mr", "bn"]) {
    await page.getByLabel("Second language").selectOption(language);
    const shown = letter(page).locator(`[lang=${language || "en"}]`);
    await expect(shown.first()).toBeVisible();
    const wanted = lettersOf((await shown.allInnerTexts()).join(" "));
    await page.getByRole("button", { name: "Print or save as PDF" }).click();
    const { pages, text } = await printed(page);
    expect(pages, language).toBe(1);
    if (text === null) continue;
    expect(text).not.toContain("Get your deposit back");
    // Vowel signs can come before or after their letter in the text of a PDF, so letters are counted.
    const found = lettersOf(text);
    const missing = [...wanted].filter(([each, count]) => (found.get(each) ?? 0) < count * 0.9);
    expect(missing, language).toEqual([]);
  }
});

test("opens the review form with what was answered", { tag: ["@12.30", "@12.31"] }, async ({ page, createAccount }) => {
  await page.goto("/deposit#letter");
  await page.getByRole("radiogroup").getByText("PG or hostel").click();
  await chooseCity(page, "Bengaluru");
  await fillFacts(page);
  await page.getByRole("region", { name: "Tell the next tenant" }).getByRole("link").click();
  await expect(page).toHaveURL(/\/login/);
  expect(decodeURIComponent(page.url())).not.toMatch(/Bengaluru|deposit/);
  await logIn(page, await createAccount());
  await expect(page.getByLabel("City")).toHaveValue("Bengaluru");
  await expect(page.getByLabel("Property Name")).toHaveValue("");
  await expect(page.getByLabel("Property Type")).toHaveValue("PG / Hostel");
  await page.reload();
  await expect(page.getByLabel("City")).toHaveValue("Bengaluru");
  expect(await page.evaluate(() => localStorage.getItem("gharsach-review-start"))).toBeNull();
});

test(
  "opens the part that the URL names, and keeps the reader's place when it closes",
  { tag: ["@12.35"] },
  async ({ page }) => {
    for (const id of ["moving-in", "moving-out", "letter", "next-steps"]) {
      await page.goto(`/deposit#${id}`);
      await page.reload();
      await expect(part(page, id)).toHaveAttribute("open");
      await expect(page.locator("details[open]")).toHaveCount(1);
    }
    // Some browsers open and close all parts when they print.
    await page.locator("details").evaluateAll((all) => {
      for (const each of all as HTMLDetailsElement[]) each.open = !each.open;
    });
    await expect(part(page, "moving-out").getByLabel("Day of this list")).toBeVisible();
    await expect(page).toHaveURL("/deposit#next-steps");
    await page.goto("/deposit#moving-in");
    await page.reload();
    await page.getByRole("radiogroup", { name: "Drains" }).scrollIntoViewIfNeeded();
    await part(page, "moving-in").locator("summary").click();
    await expect(part(page, "moving-in").locator("summary")).toBeInViewport();
  },
);

test("stays accessible, empty and full", { tag: ["@12.1"] }, async ({ page }) => {
  await page.goto("/deposit");
  await expectAccessible(page);
  await open(page, "moving-in");
  await page.getByRole("radiogroup", { name: "Ceiling" }).getByText("Broken").click();
  await page.getByRole("button", { name: "Add a note: Ceiling" }).click();
  await page.getByLabel("Note: Ceiling").fill("Damp");
  await addPhoto(page, "Ceiling");
  await open(page, "letter");
  await page.locator("#letter").getByText("Reply to deductions").click();
  for (const amount of ["5,000", "a lot"]) {
    await page.getByRole("button", { name: "Add a deduction" }).click();
    await expect(page.getByLabel("For", { exact: true }).last()).toBeFocused();
    await page.getByLabel("Amount (₹)").last().fill(amount);
  }
  for (const [label, text] of Object.entries(FACTS)) await field(page, label).fill(text);
  await page.getByRole("button", { name: "Share" }).click();
  const wrong = page.getByRole("group", { name: "Deduction 2" }).getByLabel("Amount (₹)");
  await expect(wrong).toBeFocused();
  await expect(wrong).toHaveAccessibleDescription(/^Write an amount in rupees/);
  await wrong.fill("1,00,000");
  await page.getByRole("button", { name: "Share" }).click();
  const first = page.getByRole("group", { name: "Deduction 1" }).getByLabel("Amount (₹)");
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription(/^Together the deductions are more than the owner kept/);
  await page.getByLabel("Second language").selectOption("te");
  await open(page, "next-steps");
  await expectAccessible(page);
});

async function skipPrintDialog(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {};
  });
}

function part(page: Page, id: string): Locator {
  return page.locator(`#${id}`);
}

async function open(page: Page, id: string): Promise<void> {
  const details = part(page, id);
  if ((await details.getAttribute("open")) === null) await details.locator("summary").click();
}

function letter(page: Page): Locator {
  return page.locator("#letter").getByRole("article", { name: "Your letter" });
}

/** Expects the later of two changes of another tab that arrives while the page still reads the first. */
async function expectLatestAfterSlowReads(page: Page, other: Page): Promise<void> {
  await page.evaluate(() => {
    const { addEventListener } = IDBTransaction.prototype;
    IDBTransaction.prototype.addEventListener = function listenLater(
      this: IDBTransaction,
      type: string,
      listen: () => void,
    ) {
      const later = this.mode === "readonly" ? () => void setTimeout(listen, 500) : listen;
      addEventListener.call(this, type, later);
    } as typeof addEventListener;
  });
  await other.getByRole("radiogroup", { name: "Ceiling" }).getByText("Missing").click();
  await other.getByRole("radiogroup", { name: "Ceiling" }).getByText("Fine").click();
  await expect(page.getByRole("radiogroup", { name: "Ceiling" }).getByLabel("Fine")).toBeChecked();
}

async function chooseCity(page: Page, city: string): Promise<void> {
  await page.getByLabel("City", { exact: true }).selectOption(city);
}

function field(page: Page, label: string): Locator {
  return page.locator("#letter").getByLabel(label);
}

async function fillFacts(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(FACTS)) await field(page, label).fill(text);
}

async function addPhoto(page: Page, line: string, size = { width: 1600, height: 1200 }): Promise<void> {
  const buffer = await phonePhoto(size);
  const photos = page.getByRole("list", { name: `Photos: ${line}` }).getByRole("img");
  const before = await photos.count();
  await page.getByLabel(`Add a photo: ${line}`).setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
  await expect(photos).toHaveCount(before + 1);
}

async function deleteAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Delete everything on this device" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expectToast(page, "Everything on this device is deleted");
}

/** Resolves when the page and its code are stored for use without a connection. */
async function storedOffline(page: Page): Promise<void> {
  const isStored = () =>
    page.evaluate(async () => {
      const stored = await caches.match("/deposit");
      return stored !== undefined && navigator.serviceWorker.controller !== null;
    });
  await expect.poll(isStored).toBe(true);
}

/** Returns what is printed: the number of pages and the text, null if this machine cannot read PDFs. */
async function printed(page: Page): Promise<{ pages: number; text: string | null }> {
  await expect(page.locator("html")).toHaveAttribute("data-print");
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  if (spawnSync("pdftotext", ["-v"]).error) return { pages, text: null };
  return { pages, text: execFileSync("pdftotext", ["-layout", "-", "-"], { input: pdf, encoding: "utf8" }) };
}

/** Returns how often each letter occurs. */
function lettersOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of text.normalize("NFC").match(/[\p{L}\p{N}]/gu) ?? []) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}
