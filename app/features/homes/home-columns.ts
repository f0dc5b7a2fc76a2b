/** A column for reading, and beside it on wide screens a rail: the head of a home's page and what follows it share their edges. */
export const HOME_COLUMNS = "grid gap-x-12 lg:grid-cols-[minmax(0,var(--container-measure))_20rem] lg:justify-between";
