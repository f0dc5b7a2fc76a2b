/** An enumeration as the choices of a field: what is stored, and what is read. */
export function optionsOf(enumeration: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(enumeration).map(([value, label]) => ({ value, label }));
}
