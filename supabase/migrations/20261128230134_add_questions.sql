insert into private.allowed_answers (question, answer)
select question, unnest(answers)
from (values
  ('maintenance', array['in_rent', 'under_2k', '2k_5k', 'more']),
  ('lock_in', array['none', 'up_to_6', '7_to_11', 'longer']),
  ('let_by', array['owner', 'relative', 'company', 'broker'])
) as listed (question, answers);
insert into private.allowed_answers (question, answer, follows, follows_answers)
select question, unnest(answers), 'property_type', array['PG / Hostel', 'Shared Room']
from (values
  ('for', array['women', 'men', 'anyone']),
  ('bathroom', array['attached', 'shared'])
) as listed (question, answers);
