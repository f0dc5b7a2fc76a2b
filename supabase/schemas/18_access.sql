-- A role can call only functions that are granted here. Hosted projects grant new functions to every role by default, and PostgreSQL to
-- public, so a migration that adds a function ends with these two statements for it.
revoke execute on all functions in schema public, private from public, anon, authenticated, service_role;
revoke all on all sequences in schema public from public, anon, authenticated, service_role;

-- Every visitor.
grant execute on function
  public.answer_place_alert, public.browse_properties, public.city_facts, public.count_empty_search, public.deposit_figures, public.empty_searches,
  public.file_grievance, public.follows_of_link, public.grievance_status, public.heartbeat, public.home,
  public.home_addresses, public.home_cities, public.home_reviews, public.homes_of_city, public.homes_of_locality, public.place_alert, public.place_names, public.property_reviews,
  public.recent_reviews, public.report_reply, public.request_place_alert, public.review_cities, public.review_in_context, public.suggest_homes,
  public.site_totals, public.top_reviewers, public.transparency, public.uncounted_reviews, public.unfollow
to anon, authenticated;

-- Signed-in users. Policies and indexes run functions of private as the caller, who needs execute for that. The caller cannot call
-- them directly, without usage on the schema. If the first reader in a session may not execute a function of an index expression,
-- PostgreSQL caches the expression without inlining it, and no later query of the session can use the index.
grant execute on function
  private.may_upload_proof, private.short_grams, public.add_follow_up,
  public.bring_back_my_review, public.check_review_limits, public.delete_my_account, public.desk_decide, public.desk_queue,
  public.desk_undo, public.export_my_data, public.follow_place, public.make_my_review_anonymous, public.my_follows, public.my_reply,
  public.my_review, public.my_reviews, public.remind_of_deposit, public.reply_to_review, public.withdraw_my_review, public.withdraw_reply
to authenticated;

-- PostgreSQL with JIT (Debian's and PGDG's) compiles queries that it estimates as expensive, such as searches by trigrams: with 100,000
-- reviews a suggestion took 1.3 s, and 19 ms without JIT. Covers every function of the API; the platform's functions belong to other roles.
do $$
declare
  function regprocedure;
begin
  for function in select p.oid from pg_proc as p where p.pronamespace = 'public'::regnamespace and p.proowner = current_user::regrole loop
    execute format('alter function %s set jit = off', function);
  end loop;
end $$;

-- The read functions belong to site_reader, which is subject to RLS and may execute the functions that they call. A role needs
-- create on the schema only while it becomes an owner.
grant execute on function
  private.bursts_of_home, private.city_key, private.city_slug, private.cursor_id, private.email_key, private.figures_of_place, private.fitting_groups, private.fitting_reviews,
  private.relax_search, private.group_json, private.groups_json, private.home_summaries, private.home_with_short_id,
  private.homes_page, private.known_traits, private.listed_page, private.locality_slug, private.matching_groups,
  private.matching_page, private.matching_reviews, private.max_list_bytes, private.my_review_id, private.next_reviews,
  private.ordered_reviews, private.page_of_reviews, private.parts_json, private.place_of_search, private.refuse, private.refuse_cursor,
  private.review_cursor, private.review_json, private.reviewers_of_month, private.reviews_json, private.search_of, private.short_grams, private.signed_in_account,
  private.similar_homes, private.suggested_homes, private.suggested_places, private.traits_of_place, private.transparency_months,
  private.uncounted_home, private.uncounted_of_home, private.understand, private.whole_groups
to site_reader;
grant create on schema public to site_reader;
alter function public.browse_properties owner to site_reader;
alter function public.city_facts owner to site_reader;
alter function public.deposit_figures owner to site_reader;
alter function public.home owner to site_reader;
alter function public.home_addresses owner to site_reader;
alter function public.home_cities owner to site_reader;
alter function public.home_reviews owner to site_reader;
alter function public.homes_of_city owner to site_reader;
alter function public.homes_of_locality owner to site_reader;
alter function public.my_review owner to site_reader;
alter function public.place_names owner to site_reader;
alter function public.property_reviews owner to site_reader;
alter function public.recent_reviews owner to site_reader;
alter function public.review_cities owner to site_reader;
alter function public.review_in_context owner to site_reader;
alter function public.site_totals owner to site_reader;
alter function public.suggest_homes owner to site_reader;
alter function public.top_reviewers owner to site_reader;
alter function public.transparency owner to site_reader;
alter function public.uncounted_reviews owner to site_reader;
revoke create on schema public from site_reader;

-- The embedded server, for calls without a user.
grant execute on function
  private.clock_jump, private.known_photos, private.proof_quota, private.setting_numbers, public.operator_end_email, public.operator_misplaced_photos,
  public.operator_orphan_uploads, public.operator_refresh_places, public.operator_sweep, public.operator_take_emails, public.operator_waiting
to supabase_auth_admin;

-- Operators and the worker, with the secret key.
grant execute on function
  public.operator_about_email, public.operator_add_operator, public.operator_audit_log, public.operator_author_of_review, public.operator_confirm_clock,
  public.operator_delete_review, public.operator_deployment_facts, public.operator_end_email,
  public.operator_erase, public.operator_merge_homes, public.operator_misplaced_photos,
  public.operator_operators, public.operator_orphan_uploads, public.operator_refresh_places, public.operator_remove_operator, public.operator_rename_home,
  public.operator_sealed_records, public.operator_set_retention_key, public.operator_set_setting, public.operator_settings, public.operator_sweep, public.operator_take_emails, public.operator_waiting
to service_role;
