// Notifications of the signed-in user: reading and dismissing.
import { integer } from '../../core/model.ts'
import { notificationsOfUser } from '../../core/answer/questions.ts'
import { sql } from '../db/db.ts'
import { shown } from '../table/shown.ts'
import type { Statement } from '../read/statement.ts'
import { notFound } from '../refusal.ts'
import { json, routeOf, type Route } from '../route.ts'

export const notifications: Statement = {
  ...notificationsOfUser,
  name: 'Notifications',
  passive: true,
  parameters: {},
  query: (_values, user) => sql`
    select
      ${shown('notifications', ['NotificationId', 'Creater', 'CreatedOn', 'Subject', 'Content', 'Path'])}
    from
      notifications
    where
      user_id = ${user.UserId}
      and dismissed_at is null
    order by
      notification_id desc
    limit
      100
  `,
}

const which = { NotificationId: integer('Notification') }
export const dismissNotification: Route = routeOf({
  method: 'ACTION',
  path: 'dismiss/notification',
  access: 'role',
  scope: 'own notifications only',
  summary: 'Dismiss a notification',
  openBody: true,
  query: which,
  body: which,
  handler: async (call) => {
    const id = Number(call.body.NotificationId ?? call.query.NotificationId)
    const done = Number.isInteger(id)
      ? await call.db.transaction((tx) =>
          tx.run(sql`
            update notifications
            set
              dismissed_at = now()
            where
              notification_id = ${id}
              and user_id = ${call.user.UserId}
              and dismissed_at is null
          `),
        )
      : 0
    if (done === 0) throw notFound('This notification was already dismissed or deleted')
    return json({ message: 'Notification dismissed' })
  },
})
