// A target: what a sales manager is to sell between two days, of which products and to whom, and what was reached.
import { date, defineModel, integer, money, object, reference, rows, text, type DraftOf } from '../../core/model.ts'

const productFields = {
  TargetProductId: integer('Id', { computed: true }),
  ProductId: reference('Product', 'anyproduct', { names: 'Product' }),
  Product: object('Product', { ProductId: integer('Id'), Code: text('Code'), Name: text('Name') }),
  TargetQuantity: integer('Target Quantity', { min: 0, range: 'Target Quantity cannot be below 0' }),
  TargetSaleAmount: money('Target Amount', { min: 0, range: 'Target Amount cannot be below 0' }),
  ActualQuantity: integer('Sold', { computed: true }),
  ActualSaleAmount: money('Amount sold', { computed: true }),
}
const clientFields = {
  TargetClientId: integer('Id', { computed: true }),
  ClientId: reference('Client/Doctor', 'client', { names: 'Client' }),
  Client: object('Client/Doctor', { ClientId: integer('Id'), Code: text('Code'), Name: text('Name') }),
  TargetVisits: integer('Target Visits', { min: 0, range: 'Target Visits cannot be below 0' }),
  TargetSaleAmount: money('Target Amount', { min: 0, range: 'Target Amount cannot be below 0' }),
  ActualVisits: integer('Visited', { computed: true }),
  ActualSaleAmount: money('Amount sold', { computed: true }),
}
export const targetFields = {
  TargetId: integer('Target Id', { computed: true }),
  StartDate: date('Start Date', { required: 'Start Date is required' }),
  EndDate: date('End Date', { required: 'End Date is required' }),
  SalesManagerId: reference('Sales Manager', 'salesmanager', {
    required: 'Sales Manager is required',
    names: 'SalesManager',
  }),
  SalesManager: object('Sales Manager', { UserId: integer('Id'), FullName: text('Name') }),
  TargetSaleAmount: money('Target Sale Amount', { min: 0, range: 'Target Sale Amount cannot be below 0' }),
  ActualSaleAmount: money('Sold', { computed: true }),
  TargetProducts: rows('Products', productFields, {
    rowKey: 'TargetProductId',
    rowCounts: 'ProductId',
    kept: { table: 'target_products', shownFrom: 'target_product_actuals' },
  }),
  TargetClients: rows('Clients and doctors', clientFields, {
    rowKey: 'TargetClientId',
    rowCounts: 'ClientId',
    kept: { table: 'target_clients', shownFrom: 'target_client_actuals' },
  }),
}
export type TargetDraft = DraftOf<typeof targetFields>

export const targets = defineModel({
  id: 'targets',
  name: 'Targets',
  singular: 'Target',
  icon: 'target',
  group: 'Growth',
  sequence: 20,
  key: ['TargetId'],
  statementId: 1026,
  fields: targetFields,
  list: [
    'TargetId',
    'StartDate',
    'EndDate',
    { SalesManager: 'text?' },
    'TargetSaleAmount',
    'ActualSaleAmount',
    { Percent: 'number?' },
    'SalesManagerId',
  ],
  filters: {
    Name: text('Sales Manager'),
  },
  permits: ['list', 'read', 'create', 'update'],
})
