-- Why a session was ended, as a word of core/entrance/signed-out.ts; told to the one who held it.
alter table sessions add column end_reason text;
