import { type FormEvent, useEffect, useEffectEvent, useRef } from "react";
import { useNavigate, useNavigationType } from "react-router";

const SEARCH_DELAY = 300;

/**
 * Keeps a filter form and the URL in sync: navigates to `path` when a choice changes, and fills in the form when the URL changes otherwise
 * (the back button). `urlQuery` is the normalized query string of the URL (see `queryStringOf`). A parameter that is missing selects the
 * first option.
 */
export function useFilterForm(path: string, urlQuery: string, queryStringOf: (chosen: URLSearchParams) => string) {
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const form = useRef<HTMLFormElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isFirstRun = useRef(true);

  const followUrl = useEffectEvent((query: string, type: string) => {
    if (type === "POP") stopSearch();
    if (!form.current || typing.current !== undefined || queryStringOf(chosen()) === query) return;
    // First run: submit what the visitor chose before hydration. Later: the URL changed without the form.
    if (isFirstRun.current) form.current.requestSubmit();
    else fill(form.current, new URLSearchParams(query));
  });

  useEffect(() => {
    followUrl(urlQuery, navigationType);
    isFirstRun.current = false;
  }, [urlQuery, navigationType]);

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

function fill(form: HTMLFormElement, query: URLSearchParams) {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = query.get(field.name) ?? field.options[0]?.value ?? "";
    else if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = query.has(field.name);
    else if (field instanceof HTMLInputElement) field.value = query.get(field.name) ?? "";
  }
}
