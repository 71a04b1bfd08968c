// Pickers of users and of their roles: statements 108 and 120.
import { role } from '../../core/user.ts'
import type { PickerColumn, PickerDefinition, Pickers } from '../../web/picker/definition.ts'

const fullName: PickerColumn = { name: 'FullName', title: 'Name', width: '1fr' }

const salesmanager: PickerDefinition = {
  path: '/api/getdata/120',
  key: 'UserId',
  columns: [fullName, { name: 'UserName', title: 'User Name', width: '140px' }],
  query: () => ({ RoleId: role.SalesManager }),
  local: true,
}

export const userPickers = {
  salesmanager,
  visitor: salesmanager,
  moneyhandler: { path: '/api/getdata/108', key: 'UserId', columns: [fullName], local: true },
  role: {
    path: '/api/roles',
    key: 'RoleId',
    columns: [
      { name: 'RoleName', title: 'Role', width: '180px' },
      { name: 'Description', title: 'Description', width: '1fr' },
    ],
    local: true,
  },
} satisfies Pickers
