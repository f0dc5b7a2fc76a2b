-- The first way to the results of a search: along the properties in list order, fast where many match.

-- Which of the next properties in list order have a review with all these words, and where the look ended.
-- A step of the walk: looks at up to at_most properties after a place in list order, and into those that have all name_patterns
-- in their names. Of larger ones only the newest 500 reviews are read; one without a match among them stays undecided, and the
-- step ends before it.
create function private.walk_on(
  patterns text[], name_patterns text[], wanted_city text, is_verified_only boolean, place text[], at_most integer,
  out matches uuid[], out last uuid, out undecided uuid, out looked_into integer, out is_end boolean
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with near as materialized (
    select q.id, q.review_count, q.search_text, q.name_key, q.locality_key, q.city_key
    from public.properties as q
    where q.review_count > 0
      and (q.name_key, q.locality_key, q.city_key) > (place[1], place[2], place[3])
      and (wanted_city is null or q.city_key = wanted_city)
      and (not is_verified_only or q.verified_count > 0)
    order by q.name_key, q.locality_key, q.city_key
    limit at_most
  )
  select
    coalesce(array_agg(step.id order by step.number) filter (where step.is_match and step.number < step.first_unknown), '{}'),
    case
      when count(*) filter (where step.number = step.first_unknown) = 1 then (array_agg(step.id) filter (where step.number = step.first_unknown - 1))[1]
      else (select near.id from near order by near.name_key desc, near.locality_key desc, near.city_key desc limit 1)
    end,
    (array_agg(step.id) filter (where step.number = step.first_unknown))[1],
    count(*) filter (where step.number < step.first_unknown),
    (select count(*) from near) < at_most and count(*) filter (where step.number = step.first_unknown) = 0
  into matches, last, undecided, looked_into, is_end
  from (
    select looked.*,
      coalesce(min(looked.number) filter (where looked.is_match is null) over (), at_most + 1) as first_unknown
    from (
      select
        p.id, p.number,
        case
          when p.missing = '{}' then true
          when p.to_look_into > 4000 then null
          when exists (
            select from (
              select r.search_text from public.reviews as r
              where r.property_id = p.id and r.hidden_at is null and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
              order by r.created_on desc, r.insert_order desc
              limit 500
            ) as newest
            where newest.search_text like all (p.missing)
          ) then true
          when p.review_count <= 500 then false
        end as is_match
      from (
        select
          near.id, near.review_count,
          array(select pattern from unnest(patterns) as pattern where near.search_text not like pattern) as missing,
          row_number() over in_order as number,
          sum(least(near.review_count, 500)) over in_order as to_look_into
        from near
        where near.search_text like all (name_patterns)
        window in_order as (order by near.name_key, near.locality_key, near.city_key rows unbounded preceding)
      ) as p
    ) as looked
  ) as step;
end $$;

-- Whether a property, whose names lack one of these words, has a review with all.
create function private.has_match(property_id uuid, words text[], is_verified_only boolean) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  home public.properties;
  missing text[];
  is_match boolean;
begin
  select p.* into home from public.properties as p where p.id = has_match.property_id;
  missing := array(select word from unnest(words) as word where strpos(home.search_text, word) = 0);
  execute format($query$
    select exists (
      select from public.reviews as r
      where r.property_id = $1 and r.hidden_at is null
        and (not $2 or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
        and %s and (r.search_text like all ($3)) is true
    )$query$, private.comment_condition(missing, home.review_count))
  into is_match using home.id, is_verified_only, private.word_patterns(missing);
  return is_match;
end $$;

-- The next properties in list order that have name_words in their names and a review with all words; last is the last one looked
-- at.
-- Walks on in list order until a page is full or so much time is spent, in microseconds: a property takes about 2 by its names
-- and 16 more where its reviews are looked into.
create function private.walk(
  words text[], name_words text[], wanted_city text, is_verified_only boolean, place text[], at_most integer, budget double precision,
  out matches uuid[], out last uuid, out is_end boolean
)
language plpgsql stable set search_path = '' as $$
declare
  patterns constant text[] := private.word_patterns(words);
  name_patterns constant text[] := private.word_patterns(name_words);
  most_at_once constant integer := case when name_words = '{}' then 400 else 2000 end;
  chunk_size integer := 100;
  spent double precision := 0;
  step record;
begin
  matches := '{}';
  is_end := false;
  loop
    select * into step
    from private.walk_on(patterns, name_patterns, wanted_city, is_verified_only, place, chunk_size);
    matches := matches || step.matches;
    last := coalesce(step.last, last);
    spent := spent + 2 * chunk_size + 16 * step.looked_into;
    chunk_size := least(4 * chunk_size, most_at_once);
    if step.undecided is not null and step.looked_into = 0 then
      last := step.undecided;
      spent := spent + 5000;
      matches := matches || case when private.has_match(last, words, is_verified_only) then array[last] else '{}' end;
    end if;
    is_end := step.is_end;
    exit when cardinality(matches) >= at_most or is_end or spent >= budget;
    select array[p.name_key, p.locality_key, p.city_key] into place from public.properties as p where p.id = last;
  end loop;
end $$;
