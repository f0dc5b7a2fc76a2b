import { memo, type ComponentType } from "react";
import type { FieldsProps } from "./fields-props";
import type { SubmissionForm } from "~/domain/submission";

/**
 * A part of the form that rerenders only when one of its own fields changes: on a slow phone, rerendering the whole form on each
 * key delays typing. Its other props must be referentially stable.
 */
export function memoFields<Props extends FieldsProps>(
  Fields: ComponentType<Props>,
  ownFields: readonly (keyof SubmissionForm)[],
) {
  return memo(Fields, (before, after) => {
    const { form: formBefore, ...restBefore } = before;
    const { form: formAfter, ...restAfter } = after;
    const keys = Object.keys(restAfter) as (keyof typeof restAfter)[];
    return (
      keys.every((key) => restBefore[key] === restAfter[key]) &&
      ownFields.every((field) => formBefore[field] === formAfter[field])
    );
  });
}
