-- Notifications that were also sent as e-mail, where the network has a mail server.
alter table notifications add column mailed_at timestamptz;
create index notifications_to_mail on notifications (notification_id) where mailed_at is null;
