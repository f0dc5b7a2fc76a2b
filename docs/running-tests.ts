import { parseSync } from "vite";

/** Any node of a syntax tree: what is asked of it here is looked up by name. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Words after `test` or `describe` with which nothing runs. */
const LEFT_OUT = ["skip", "todo", "fixme", "skipIf", "runIf", "fails", "fail"];

export interface RunningTest {
  title: string;
  /** Without the @ of Playwright's. */
  tags: string[];
}

/**
 * The tests in a file that do run, with their titles as they stand in its source: `test.each`, `test.for` and titles made in
 * a loop keep their `%s`, `$name` and `${name}`. A test that is skipped, still to do, or without a body is none.
 */
export function runningTests(file: string, source: string): RunningTest[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const tests: RunningTest[] = [];
  visit(program as unknown as Node, (node) => {
    if (node.type !== "CallExpression") return true;
    const callee = calleeWords(node.callee as Node);
    if (callee.some((word) => LEFT_OUT.includes(word))) return false;
    if (callee[0] !== "test" || callee.includes("describe")) return true;
    const title = titleOf(node, source);
    if (title === null) return true;
    if (!isSkippedFromWithin(node)) tests.push({ title, tags: tagsOf(node) });
    return false;
  });
  return tests;
}

/** `test("…", { tags: ["2.10"] }, …)`, or Playwright's `{ tag: "@2.10" }`. */
function tagsOf(test: Node): string[] {
  const [, options] = test.arguments as Node[];
  const properties = options?.type === "ObjectExpression" ? (options.properties as Node[]) : [];
  return properties.flatMap((property) => {
    if (!["tag", "tags"].includes(String((property.key as Node | undefined)?.name))) return [];
    const value = property.value as Node;
    const names = value.type === "ArrayExpression" ? (value.elements as Node[]) : [value];
    return names.map((name) => String(name.value).replace(/^@/, ""));
  });
}

/** `test.each([…])("…")` → ["test", "each"]; empty for what is no name. */
function calleeWords(callee: Node): string[] {
  switch (callee.type) {
    case "Identifier":
      return [String(callee.name)];
    case "MemberExpression":
      return [...calleeWords(callee.object as Node), String((callee.property as Node).name)];
    case "CallExpression":
      return calleeWords(callee.callee as Node);
    default:
      return [];
  }
}

/** Null for a call that makes no test, such as `test.use({ … })` or the first half of `test.each([…])("…")`. */
function titleOf(call: Node, source: string): string | null {
  const [title, ...rest] = call.arguments as Node[];
  const body = rest.at(-1);
  if (!title || (body?.type !== "ArrowFunctionExpression" && body?.type !== "FunctionExpression")) return null;
  if (title.type === "TemplateLiteral") return source.slice(title.start + 1, title.end - 1);
  return title.type === "Literal" ? String(title.value) : null;
}

/** `test("…", { skip: true }, …)`, or a body that calls `test.skip()` or the like. */
function isSkippedFromWithin(test: Node): boolean {
  let isSkipped = false;
  const [, ...options] = test.arguments as Node[];
  for (const option of options) {
    visit(option, (node) => {
      const isCall = node.type === "CallExpression";
      const words = isCall ? calleeWords(node.callee as Node) : [];
      if (words.length > 1 && words.some((word) => LEFT_OUT.includes(word)) && words[0] !== "expect") isSkipped = true;
      return true;
    });
    if (option.type !== "ObjectExpression") continue;
    for (const property of option.properties as Node[]) {
      const key = property.key as Node | undefined;
      if (key && LEFT_OUT.includes(String(key.name ?? key.value))) isSkipped = true;
    }
  }
  return isSkipped;
}

/** Walks the tree from its root; `enter` answers whether to go on below a node. */
function visit(node: Node, enter: (node: Node) => boolean): void {
  if (!enter(node)) return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, enter);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}
