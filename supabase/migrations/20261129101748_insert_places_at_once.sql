alter table private.places drop constraint places_id_key;

create index places_by_id on private.places (id);
