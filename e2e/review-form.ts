import { type Locator, type Page, expect } from "@playwright/test";

export interface RequiredAnswers {
  propertyName: string;
  locality: string;
  city: string;
  stars: number;
  comment: string;
  issue: string;
}

export const REQUIRED: RequiredAnswers = {
  propertyName: "Banyan Court",
  locality: "Koregaon Park",
  city: "Pune",
  stars: 4,
  comment: "Two years without a power cut, and the deposit came back within a week.",
  issue: "Nil",
};

export function cityField(page: Page): Locator {
  return page.getByRole("combobox", { name: "City", exact: true });
}

export async function chooseCity(page: Page, typed: string, city: string): Promise<void> {
  await cityField(page).fill(typed);
  await page.getByRole("option", { name: city, exact: true }).click();
  await expect(cityField(page)).toHaveValue(city);
}

export function issueField(page: Page, number: number): Locator {
  return page.getByRole("textbox", { name: `Issue ${number}`, exact: true });
}

/** Returns the radio button of an answer to a question. */
export function answer(page: Page, question: string, label: string): Locator {
  return page.getByRole("radiogroup", { name: question }).getByRole("radio", { name: label, exact: true });
}

export async function fillRequired(page: Page, answers: Partial<RequiredAnswers> = {}): Promise<void> {
  const { propertyName, locality, city, stars, comment, issue } = { ...REQUIRED, ...answers };
  await page.getByLabel("Property Name").fill(propertyName);
  await page.getByLabel("Locality").fill(locality);
  await chooseCity(page, city, city);
  await answer(page, "Overall Rating", stars === 1 ? "1 star" : `${stars} stars`).check();
  await page.getByLabel("Review Text").fill(comment);
  await issueField(page, 1).fill(issue);
}

export async function expectBlankForm(page: Page, email: string): Promise<void> {
  for (const label of ["Property Name", "Locality", "Review Text"])
    await expect(page.getByLabel(label)).toHaveValue("");
  await expect(cityField(page)).toHaveValue("");
  for (const label of [
    "Property Type",
    "Duration of Stay",
    "Month of moving in",
    "Year of moving in",
    "Severity of issue 1",
  ])
    await expect(page.getByLabel(label)).toHaveValue("");
  await expect(issueField(page, 1)).toHaveValue("");
  await expect(issueField(page, 2)).toHaveCount(0);
  await expect(
    page.getByRole("radiogroup", { name: "Overall Rating" }).getByRole("radio", { checked: true }),
  ).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Chosen photos" })).toHaveCount(0);
  await page.getByRole("radio", { name: /^As / }).check();
  await expect(page.getByLabel("Email (optional)")).toHaveValue(email);
}

/** Returns the drafts, or the records of their photos, that this device stores. */
export function storedDrafts(page: Page, store: "drafts" | "photos"): Promise<unknown[]> {
  return page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("gharsach-drafts");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
    store,
  );
}
