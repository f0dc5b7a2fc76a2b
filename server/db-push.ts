/** Applies the migrations to the linked project. Without --linked, version 3 of the CLI uses a local stack. */
export const DB_PUSH = "supabase db push --linked";
