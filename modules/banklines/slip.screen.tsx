// The slip of a deposit, for who matches it with a line of the bank.
import { FileLink } from '../../web/files/file-link.tsx'

type Props = { readonly BatchId?: number | null; readonly SlipFileId?: number | null }
export const Slip = ({ BatchId, SlipFileId }: Props) =>
  BatchId && SlipFileId ? (
    <FileLink moduleId="tranbatches" formId={BatchId} fileId={SlipFileId} label="Show slip" />
  ) : null
