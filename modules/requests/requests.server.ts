// Requests on the server: what one person alone may not do waits for a second one.
import { moduleOf } from '../../server/module.ts'
import { askRoute } from './ask.server.ts'
import { decisions } from './decide.server.ts'
import { list, place, read, requestScope } from './read.server.ts'
import { requests } from './requests.model.ts'
import { mayDecide, mayWithdraw } from './requests.rules.ts'

export const requestsServer = moduleOf(requests, {
  ...place,
  scope: requestScope,
  read,
  actions: decisions,
  routes: [askRoute],
  decide: {
    approve: (request, user) => mayDecide(request, user),
    cancel: (request, user) => mayWithdraw(request, user),
  },
  statements: [{ id: 1059, name: 'Requests', module: 'requests', parameters: {}, list }],
})
