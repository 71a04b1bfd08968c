// Reference ranges that came with the starter catalogue: what they are, and confirming them.
import { reasonOf } from '../../../core/refusal.ts'
import { Button } from '../../../web/part/button.tsx'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { elements } from '../elements.model.ts'
import { mayVerify } from './verify.rules.ts'

const { useDetail, useValue } = screenOf(elements)

export const ToBeVerified = () => {
  const record = useDetail()
  const ToBeVerified = useValue('ToBeVerified') ?? null
  if (ToBeVerified !== true || record.key === null) return null
  const confirm = () => void record.act('/api/verify/elements', { formId: record.key })
  return (
    <div className="band to-be-verified">
      <span>
        These reference ranges are typical values from the starter catalogue. Check them against your own population and
        methods, then confirm them. Until then results and reports mark them as not verified.
      </span>
      <Button label="Confirm ranges" reason={reasonOf(mayVerify({ ToBeVerified }))} onClick={confirm} />
    </div>
  )
}
