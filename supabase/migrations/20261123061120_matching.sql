-- The second way to the results of a search, by collecting matches from the indexes, and which of both a page takes.

-- The next properties in list order that match, of those candidates; incomplete where there are too many.
-- Of the candidates that meet a condition on their names, or one on their comment, the next properties that match. So many
-- candidates are read and no more, whatever is searched.
create function private.collect_matches(
  words text[], names_condition text, comment_condition text, wanted_city text, is_verified_only boolean, place text[], at_most integer,
  most_properties integer, most_reviews integer, out matches uuid[], out is_complete boolean
)
language plpgsql stable set search_path = '' set work_mem = '32MB'
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  execute format($query$
    with named as materialized (
      select p.id, p.name_key, p.locality_key, p.city_key, p.search_text
      from public.properties as p
      where (%s) and ($1 is null or p.city_key = $1) and p.review_count > 0 and (not $2 or p.verified_count > 0)
      limit $8 + 1
    ),
    commented as materialized (
      select r.property_id, r.search_text
      from public.reviews as r
      where (%s) and ($1 is null or r.city_key = $1) and r.hidden_at is null and (not $2 or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
      limit $9 + 1
    )
    select
      array(
        select id
        from (
          (
            select n.id, n.name_key, n.locality_key, n.city_key
            -- "offset 0" has the properties sorted before their reviews are looked into.
            from (
              select * from named
              where (name_key, locality_key, city_key) > ($3, $4, $5)
              order by name_key, locality_key, city_key
              offset 0
            ) as n
            cross join lateral (select array(select pattern from unnest($7) as pattern where n.search_text not like pattern) as missing) as m
            where m.missing = '{}' or exists (
              select from public.reviews as r
              where r.property_id = n.id and r.hidden_at is null and r.search_text like all (m.missing) and (not $2 or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
            )
            limit $6
          )
          union
          select p.id, p.name_key, p.locality_key, p.city_key
          from commented as c
          -- "offset 0" keeps the planner from walking all properties with the comments in a loop inside.
          cross join lateral (
            select q.id, q.name_key, q.locality_key, q.city_key, q.search_text from public.properties as q where q.id = c.property_id offset 0
          ) as p
          where (p.name_key, p.locality_key, p.city_key) > ($3, $4, $5)
            and not exists (select from unnest($7) as pattern where c.search_text not like pattern and p.search_text not like pattern)
        ) as matching
        order by name_key, locality_key, city_key
        limit $6
      ),
      (select count(*) from named) <= $8 and (select count(*) from commented) <= $9
    $query$, coalesce(names_condition, 'false'), coalesce(comment_condition, 'false'))
  into matches, is_complete
  using wanted_city, is_verified_only, place[1], place[2], place[3], at_most, private.word_patterns(words), most_properties, most_reviews;
end $$;

-- The first of these properties in list order, each once, up to a property where one is given.
create function private.first_in_list(properties uuid[], up_to uuid, at_most integer) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select p.id from public.properties as p
    left join public.properties as last on last.id = up_to
    where p.id = any (properties)
      and (last.id is null or (p.name_key, p.locality_key, p.city_key) <= (last.name_key, last.locality_key, last.city_key))
    order by p.name_key, p.locality_key, p.city_key
    limit at_most
  )
$$;

-- The next properties after a place in list order that have a review with all these words, by words that few texts have.
-- The second half of matching_page (below): what it does once walking by all words has taken too long. walked_to is the
-- last property looked at, at the place; with null for walk_budget it does not walk by names.
create function private.matches_of_rare_words(
  words text[], plan private.search_plan, is_by_names boolean, wanted_city text, is_verified_only boolean, place text[],
  walked_to uuid, at_most integer, walk_budget double precision, most_properties integer, most_reviews integer,
  out page uuid[], out searched_to uuid
)
language plpgsql stable set search_path = '' as $$
declare
  walk record;
  commented uuid[];
  has_all_commented boolean := false;
  collected uuid[];
  is_complete boolean := false;
begin
  page := '{}';
  searched_to := walked_to;
  if is_by_names then
    select c.matches, c.is_complete into commented, has_all_commented
    from private.collect_matches(words, null, private.index_conditions(plan.in_names, plan.comments, 'r', ' or '), wanted_city, is_verified_only, place, at_most, most_properties, most_reviews) as c;
  end if;
  if has_all_commented and walk_budget is not null then
    select * into walk from private.walk(words, plan.in_names, wanted_city, is_verified_only, place, at_most, walk_budget);
    if cardinality(walk.matches) >= at_most or walk.is_end then
      page := private.first_in_list(walk.matches || commented, null, at_most);
      searched_to := null;
      return;
    end if;
  end if;
  if has_all_commented and (plan.cost_by_comments is null or plan.cost_by_names < plan.cost_by_comments) then
    select c.matches || commented, c.is_complete into collected, is_complete
    from private.collect_matches(words, private.index_conditions(plan.in_names, plan.names, 'p', ' and '), null, wanted_city, is_verified_only, place, at_most, most_properties, most_reviews) as c;
  elsif plan.cost_by_comments is not null then
    select c.matches, c.is_complete into collected, is_complete
    from private.collect_matches(words, private.index_conditions(plan.in_comments, plan.names, 'p', ' or '),
      private.index_conditions(plan.in_comments, plan.comments, 'r', ' and '), wanted_city, is_verified_only, place, at_most, most_properties, most_reviews) as c;
  end if;
  if is_complete then
    page := private.first_in_list(collected, null, at_most);
    searched_to := null;
  elsif has_all_commented and walk_budget is not null then
    page := private.first_in_list(walk.matches || commented, walk.last, at_most);
    searched_to := walk.last;
  end if;
end $$;

-- The next properties in list order that have a review with all these words; searched_to is the last one looked at where more may
-- follow.
-- A page of results is found in one of two ways. Walking the properties in list order is fast where many match, collecting all
-- matches from the indexes where few do. The walk begins, and goes on for half of the time that collecting would take; then by
-- names alone, where few comments have the words of names. Each way ends after so many rows; what none finds is left to the
-- next page, which begins where the walk ended.
create function private.matching_page(
  words text[], wanted_city text, is_verified_only boolean, after text[], at_most integer,
  -- Other limits are for tests. Walks in microseconds.
  longest_walk integer default 60000, most_properties integer default 100000, most_reviews integer default 20000,
  out page uuid[], out searched_to uuid
)
language plpgsql stable security definer set search_path = '' as $$
declare
  first_walk constant integer := least(2000, longest_walk);
  place text[] := after;
  missing integer := at_most;
  budget double precision := first_walk;
  walk record;
  plan private.search_plan;
  is_by_names boolean;
begin
  page := '{}';
  for round in 1..2 loop
    select * into walk from private.walk(words, '{}', wanted_city, is_verified_only, place, missing, budget);
    page := page || walk.matches[:missing];
    missing := at_most - cardinality(page);
    searched_to := case when missing > 0 and not walk.is_end then walk.last end;
    if searched_to is null then
      return;
    end if;
    select array[p.name_key, p.locality_key, p.city_key] into place from public.properties as p where p.id = searched_to;
    if round = 1 then
      plan := private.plan_search(words, wanted_city);
      budget := least(plan.cost_by_names / 2, plan.cost_by_comments / 2, longest_walk);
      is_by_names := plan.cost_by_comments is null or plan.cost_of_their_comments < plan.cost_by_comments / 2;
      -- Walking by names is faster where so few comments have to be read beside it.
      exit when budget < first_walk or is_by_names and plan.cost_of_their_comments < 10 * first_walk;
    end if;
  end loop;

  select matching_page.page || rest.page, rest.searched_to into page, searched_to
  from private.matches_of_rare_words(
    words, plan, is_by_names, wanted_city, is_verified_only, place, searched_to, missing,
    case when budget >= first_walk then budget end, most_properties, most_reviews
  ) as rest;
end $$;

-- As matching_reviews, of a property with more than 500 reviews, for the words that its names lack.
-- Only "execute" plans for given words. "offset 0" is explained below. Its 100 must match MAX_COUNTED_MATCHES in
-- app/domain/property-group.ts.
create function private.matches_in_large_home(
  home public.properties, missing text[], is_verified_only boolean, is_by_rating boolean, last public.reviews, at_most integer,
  out count integer, out ids uuid[]
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  patterns constant text[] := private.word_patterns(missing);
begin
  if missing = '{}' then
    count := case when is_verified_only then home.verified_count else home.review_count end;
  else
    select count(*) into count
    from (
      select r.search_text from public.reviews as r
      where r.property_id = home.id and r.hidden_at is null and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
      order by r.created_on desc, r.insert_order desc
      limit 500
    ) as newest
    where newest.search_text like all (patterns);
    count := case when count > 100 then 101 end;
  end if;
  if count is null then
    execute format($query$
      select count(*), coalesce((array_agg(m.id order by case when $3 then m.rating end desc, m.created_on desc, m.insert_order desc)
        filter (where $4 is null or case when $3 then (m.rating, m.created_on, m.insert_order) < ($4, $5, $6)
          else (m.created_on, m.insert_order) < ($5, $6) end))[:$8], '{}')
      from (
        select r.id, r.rating, r.created_on, r.insert_order from public.reviews as r
        where r.property_id = $1 and r.hidden_at is null and (not $2 or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
          and %s and (r.search_text like all ($7)) is true
        offset 0
      ) as m$query$, private.comment_condition(missing, home.review_count))
    into count, ids
    using home.id, is_verified_only, is_by_rating, last.rating, last.created_on, last.insert_order, patterns, at_most;
    return;
  end if;
  execute $query$
    select array(
      select r.id from public.reviews as r
      where r.property_id = $1 and r.hidden_at is null and (not $2 or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
        -- "is true" hides common words from the trigram index.
        and (r.search_text like all ($7)) is true
        and ($4 is null or case when $3 then (r.rating, r.created_on, r.insert_order) < ($4, $5, $6)
          else (r.created_on, r.insert_order) < ($5, $6) end)
      order by case when $3 then r.rating end desc, r.created_on desc, r.insert_order desc
      limit $8
    )$query$
  into ids using home.id, is_verified_only, is_by_rating, last.rating, last.created_on, last.insert_order, patterns, at_most;
end $$;

-- The next reviews of a property with all these words, and how many match: exact to 100 and where all or few do, else 101.
-- Of a property with few reviews or few matches all matches are read, of a large one with many matches only the first.
-- "offset 0" keeps the planner from scanning the newest-first index for a few matches.
create function private.matching_reviews(
  property_id uuid, words text[], is_verified_only boolean, is_by_rating boolean, after uuid, at_most integer,
  out count integer, out ids uuid[]
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  home public.properties;
  last public.reviews;
  missing text[];
  patterns text[];
begin
  select p.* into home from public.properties as p where p.id = matching_reviews.property_id;
  if after is not null then
    select r.* into last from public.reviews as r where r.id = matching_reviews.after and r.property_id = home.id;
  end if;
  missing := array(select word from unnest(words) as word where strpos(home.search_text, word) = 0);
  if home.review_count <= 500 then
    patterns := private.word_patterns(missing);
    select count(*), coalesce((array_agg(m.id order by case when is_by_rating then m.rating end desc, m.created_on desc, m.insert_order desc)
      filter (where last.rating is null or case when is_by_rating then (m.rating, m.created_on, m.insert_order) < (last.rating, last.created_on, last.insert_order)
        else (m.created_on, m.insert_order) < (last.created_on, last.insert_order) end))[:at_most], '{}')
    into count, ids
    from (
      select r.id, r.rating, r.created_on, r.insert_order from public.reviews as r
      where r.property_id = home.id and r.hidden_at is null and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
        and (r.search_text like all (patterns)) is true
      offset 0
    ) as m;
    return;
  end if;

  select large.count, large.ids into count, ids
  from private.matches_in_large_home(home, missing, is_verified_only, is_by_rating, last, at_most) as large;
end $$;

-- Up to three properties with names similar to a search without results.
create function private.similar_homes(words text[], wanted_city text) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'property_id', p.id, 'property_name', p.property_name, 'locality', p.locality, 'city', p.city) order by place.number), '[]')
    from unnest((private.suggested_homes(array_to_string(words, ' '), wanted_city))[:3]) with ordinality as place (id, number)
    join public.properties as p on p.id = place.id
  );
end $$;
