/** A reading column and, on wide screens, a rail beside it. Parts of a page that use it share their edges. */
export const HOME_COLUMNS = "grid gap-x-12 lg:grid-cols-[minmax(0,var(--container-measure))_20rem] lg:justify-between";
