// What is wrong with the parameters of a user's own widget, asked of the queries that its fields were made of.
import type { DraftOf } from '../../core/model.ts'
import type { Errors } from '../../core/validate.ts'
import { answered } from '../../web/api/cache.ts'
import { parameterErrors, parameterFields, parametersOf, type Query } from '../widgets/parameters.rules.ts'
import type { userWidgetFields } from './userwidgets.model.ts'

/** Queries that the signed-in user may run, with their parameters. */
export const queriesPath = '/api/getdata/700'

export const errorsOf = ({ StatementId, QueryParameters }: Readonly<DraftOf<typeof userWidgetFields>>): Errors =>
  StatementId
    ? parameterErrors(
        QueryParameters,
        parameterFields(parametersOf(answered<readonly Query[]>(queriesPath), StatementId)),
      )
    : {}
