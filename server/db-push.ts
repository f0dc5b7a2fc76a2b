/** Applies the migrations to the linked project, with the Supabase CLI 2 and 3: without --linked, 3 goes for a local stack. */
export const DB_PUSH = "supabase db push --linked";
