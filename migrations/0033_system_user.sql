-- Who does what the clock asks for: named by the history, with no password, no role and no employer, so that nobody signs in as it
-- and no list or picker offers it. Its name is none that a user can be given, its number none that an address can ask for.
insert into users (user_id, user_name, full_name, is_active) values (0, '(system)', 'System', false);
