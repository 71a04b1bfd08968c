// Where the database has the rows of a grid, as their model declares it.

/**
 * The table of a grid's rows: the parent's key is a column of the parent's own name. Rows whose key is a reference
 * (`ElementId`) link the parent with that record; all others have keys of their own.
 */
export type Kept = {
  readonly table: string
  /** A view of the same rows with what is computed of them, where they are read. */
  readonly shownFrom?: string
  /** Column that keeps the order of the rows, 1 and up. */
  readonly order?: string
  /** Rows are never changed: a changed one is followed by a new one from now on, a removed one ends now. */
  readonly dated?: boolean
  /** Columns that are not named after their field: `{ ProductId: 'sub_product_id' }`. */
  readonly columns?: Readonly<Record<string, string>>
  /** Computed fields that are columns of the table all the same: the save of the module gives them. */
  readonly computed?: readonly string[]
}

/**
 * The view of rows that the platform reads only: a column for each field, names without a reference in the row as JSON,
 * and the parent's key. An action of the module writes them, if any.
 */
export type From = {
  readonly view: string
  /** Columns that say the order of the rows: `is_stat desc`. */
  readonly order: readonly string[]
  /** Columns that are not named after their field. */
  readonly columns?: Readonly<Record<string, string>>
}
