// The standard dashboard of each role: a statement for each place.
import { dashboardStatements } from '../modules/widgets/dashboard.server.ts'
import { entityType, role } from '../core/user.ts'

type Board = Partial<Record<'B1' | 'B2' | 'B3' | 'B4' | 'T1' | 'T2' | 'T3' | 'T4', number>>
const manager: Board = { B1: 2001, B2: 2002, B3: 2003, B4: 2004, T1: 2101, T2: 2102, T3: 2103, T4: 2104 }
const desk: Board = { B1: 2013, B2: 2014, B3: 2015, B4: 2016, T1: 2108, T2: 2109, T3: 2103, T4: 2104 }
const boards: Readonly<Record<number, Board>> = {
  [role.Administrator]: { ...manager, T4: 2139 },
  [role.BusinessManager]: { ...manager, T4: 2139 },
  [role.Auditor]: manager,
  [role.Pathologist]: { B1: 2005, B2: 2006, B3: 2007, B4: 2008, T1: 2105, T2: 2106, T3: 2107, T4: 2104 },
  [role.Technologist]: { B1: 2009, B2: 2010, B3: 2011, B4: 2004, T1: 2107, T2: 2106, T3: 2105, T4: 2104 },
  [role.FrontDesk]: desk,
  [role.Phlebotomist]: { B1: 2013, B2: 2015, B3: 2024, B4: 2023, T1: 2108, T2: 2130, T3: 2149 },
  [role.Accounts]: { B1: 2002, B2: 2025, B3: 2026, B4: 2027, T1: 2103, T2: 2131, T3: 2132, T4: 2139 },
  [role.SalesManager]: { B1: 2020, B2: 2001, B3: 2021, B4: 2022, T1: 2133, T2: 2134, T3: 2102, T4: 2101 },
  [role.Logistics]: { B1: 2023, B2: 2024, B3: 2030, T1: 2130, T2: 2149 },
  [role.QualityManager]: { B1: 2004, B2: 2008, B3: 2007, B4: 2009, T1: 2120, T2: 2122, T3: 2105, T4: 2121 },
}

const places = [
  entityType.LegalEntity,
  entityType.Lab,
  entityType.CollectionCentre,
  entityType.Institution,
  entityType.Courier,
]

/** What only who packs is asked: a courier is the sender of nothing. */
const ofSenders: readonly number[] = [2030, 2149]
const placesOf = (statementId: number): readonly number[] =>
  ofSenders.includes(statementId) ? places.filter((place) => place !== entityType.Courier) : places

/** The rows of the table of widgets. */
export const widgetRows = () =>
  Object.entries(boards).flatMap(([roleId, board]) =>
    Object.entries(board).flatMap(([target, StatementId]) =>
      placesOf(StatementId).map((EntityTypeId) => ({
        RoleId: Number(roleId),
        EntityTypeId,
        Target: target,
        Label: dashboardStatements.find((statement) => statement.id === StatementId)?.name ?? null,
        StatementId,
        QueryParameters: null,
      })),
    ),
  )
