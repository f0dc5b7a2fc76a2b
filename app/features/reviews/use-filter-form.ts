import { type FormEvent, useEffect, useEffectEvent, useRef } from "react";
import { useNavigate, useNavigationType } from "react-router";

const SEARCH_DELAY = 300;

/**
 * A filter form with its choices in the URL: navigates to `path` with the choices, and follows other changes of the URL, such as
 * back. `asked` is the query of the URL in the form of `queryStringOf`; a missing field means its first option.
 */
export function useFilterForm(path: string, asked: string, queryStringOf: (chosen: URLSearchParams) => string) {
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const form = useRef<HTMLFormElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isFirstRun = useRef(true);

  const follow = useEffectEvent((query: string, type: string) => {
    if (type === "POP") stopSearch();
    if (!form.current || typing.current !== undefined || queryStringOf(chosen()) === query) return;
    // A choice before hydration, or a URL that changed without the form.
    if (isFirstRun.current) form.current.requestSubmit();
    else fill(form.current, new URLSearchParams(query));
  });

  useEffect(() => {
    follow(asked, navigationType);
    isFirstRun.current = false;
  }, [asked, navigationType]);

  useEffect(() => () => clearTimeout(typing.current), []);

  function chosen(): URLSearchParams {
    // No field is a file.
    return new URLSearchParams([...new FormData(form.current ?? undefined)] as [string, string][]);
  }

  function show(options: { replace?: boolean } = {}) {
    stopSearch();
    void navigate(path + queryStringOf(chosen()), { ...options, preventScrollReset: true });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    show({ replace: true });
  }

  function searchSoon() {
    stopSearch();
    typing.current = setTimeout(() => show({ replace: true }), SEARCH_DELAY);
  }

  function stopSearch() {
    clearTimeout(typing.current);
    typing.current = undefined;
  }

  return { form, chosen, show, submit, searchSoon, stopSearch };
}

function fill(form: HTMLFormElement, asked: URLSearchParams) {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = asked.get(field.name) ?? field.options[0]?.value ?? "";
    else if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = asked.has(field.name);
    else if (field instanceof HTMLInputElement) field.value = asked.get(field.name) ?? "";
  }
}
