-- A sensitive element (HIV, syphilis, pregnancy) is read with the sale that ordered it and nowhere else: it is never a
-- previous result on paper and on no trend. A network marks its own besides these of the starter catalogue.
alter table elements add column is_sensitive boolean not null default false;
update elements set is_sensitive = true
where name ~* '\m(HIV|VDRL|RPR|TPHA|syphilis)\M' or name ~* 'pregnancy test';
