// The reports of a sale: every issued version, with its hash and its replacement, and the status of each test.
import { Link } from '@tanstack/react-router'
import { IconEdit, IconEye, IconFileOff, IconPhoneCheck, IconPrinter, IconUserEdit } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import type { DraftRow } from '../../core/model.ts'
import { useOpenEach } from '../../web/screen/open-each.ts'
import { recordLink } from '../../web/record/record-link.ts'
import { Button } from '../../web/part/button.tsx'
import { ActionButton, Detail } from '../../web/detail/detail.tsx'
import { Shown } from '../../web/field/shown.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { forgetModule } from '../../web/api/cache.ts'
import { may } from '../../web/session/permission.ts'
import { PrintDialog } from '../../web/print/print-dialog.tsx'
import { useSession } from '../../web/session/session.ts'
import { CorrectDetailsDialog, CorrectPatientDialog } from './correct.screen.tsx'
import { ToldDialog, WhoHadIt, WithdrawReportDialog } from './given/given.screen.tsx'
import { Trends } from './trends/trends.screen.tsx'
import { showVersion } from './version.screen.tsx'
import { testreports } from './testreports.model.ts'
import type { ReportVersion } from './testreports.model.ts'
import { toneOf } from '../../core/items.ts'
import { isPortal } from '../../core/user.ts'
import { sheetsOf, type CallToMake } from '../lists/called.model.ts'
import { lineStatuses, saleStatuses } from '../lists/items.model.ts'
import { letterWords } from '../invoices/letters.rules.ts'
import '../../web/field/field.css'
import '../../web/grid/grid.css'
import './testreports.screen.css'

const words: Readonly<Record<ReportVersion['State'], string>> = {
  PARTIAL: 'Partial',
  FINAL: 'Final',
  AMENDED: 'Amended',
  WITHDRAWN: 'Withdrawn',
}

const { useDetail, useRecord, useValue } = screenOf(testreports)

const Header = () => {
  const saleId = useValue('SaleId')
  return (
    <section className="card" aria-label="Test report">
      <div className="fields">
        <Shown label="Sale">
          <Link {...recordLink('sales', { SaleId: saleId ?? undefined })}>{saleId}</Link>
        </Shown>
        <Shown label="Sale Date">{formatDateTime(useValue('SaleDate'))}</Shown>
        <Shown label="Accession No">{useValue('AccessionNo')}</Shown>
        <Shown label="Accession Date">{formatDateTime(useValue('AccessionDate'))}</Shown>
        <Shown label="LRN">{useValue('LRN')}</Shown>
        <Shown label="Patient" span={4}>
          {useValue('Patient')}
        </Shown>
        <Shown label="Doctor" span={3}>
          {useValue('Doctor')}
        </Shown>
        <Shown label="Seller" span={3}>
          {useValue('Seller')}
        </Shown>
      </div>
    </section>
  )
}

const inFours = (hash: string): string => hash.replace(/(.{4})/g, '$1 ').trim()
/** The digits that the paper prints; the whole hash on request, to compare files. */
const Hash = ({ hash }: { hash: string }) => (
  <details className="hash quiet">
    <summary>Hash {inFours(hash.slice(0, 12))}</summary>
    <span>{inFours(hash)}</span>
  </details>
)

const withdrawnText = ({ On, Reason, IsWhole }: DraftRow<NonNullable<ReportVersion['Withdrawn']>>): string =>
  `${IsWhole ? 'WITHDRAWN' : 'Results WITHDRAWN'} on ${formatDateTime(On)}: ${Reason ?? ''}`

const Version = ({ version }: { version: DraftRow<ReportVersion> }) => {
  const { key } = useDetail()
  const old = version.SupersededOn !== null
  const shown = old || version.State === 'WITHDRAWN' ? 'none' : version.State === 'PARTIAL' ? 'partly' : 'done'
  return (
    <li className={old ? 'old' : ''}>
      <div className="version-head">
        <b>Version {version.Version}</b>
        <span>
          <i className={`dot ${shown}`} aria-hidden="true" /> {version.State && words[version.State]}
        </span>
        <span className="secondary">
          {[formatDateTime(version.CreatedOn), version.CreatedBy].filter(Boolean).join(', ')}
        </span>
        {old && <span className="quiet">Superseded {formatDateTime(version.SupersededOn)}</span>}
        <Button
          label={`View version ${version.Version}`}
          icon={IconEye}
          onClick={() => void showVersion(Number(key), Number(version.Version))}
        />
      </div>
      {version.Letters?.map((letter, at) => (
        <p key={at} className="secondary">
          E-mail to {letter.To}:{' '}
          {[letter.State && letterWords[letter.State], formatDateTime(letter.At)].filter(Boolean).join(', ')}
          {letter.Reason && `. ${letter.Reason}`}
        </p>
      ))}
      {version.Withdrawn && <p className="band bad">{withdrawnText(version.Withdrawn)}</p>}
      {version.Told?.map((one, at) => (
        <p key={at} className="secondary">
          Told: {[one.To, one.How, formatDateTime(one.At), one.By].filter(Boolean).join(', ')}
        </p>
      ))}
      {version.Reason && <p className="secondary">Reason: {version.Reason}</p>}
      <Hash hash={version.Hash ?? ''} />
    </li>
  )
}
const Versions = () => {
  const versions = useValue('Versions') ?? []
  return (
    <section className="card grid-card" aria-label="Versions">
      <header>
        <h2>Versions</h2>
        <span className="tally">{versions.length}</span>
        <span className="hints">{versions[0] && `Report ${versions[0].ReportNo}`}</span>
      </header>
      <ol className="versions">
        {versions.map((version) => (
          <Version key={version.ReportId} version={version} />
        ))}
      </ol>
    </section>
  )
}
const Tests = () => {
  const tests = useValue('Tests') ?? []
  return (
    <section className="card grid-card report-tests" aria-label="Tests">
      <header>
        <h2>Tests</h2>
        <span className="tally">{tests.length}</span>
      </header>
      <table aria-label="Tests">
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Name</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {tests.map((test) => (
            <tr key={test.Code}>
              <td className="secondary">{test.Code}</td>
              <td>{test.Name}</td>
              <td>
                <i className={`dot ${toneOf(lineStatuses, test.StatusId)}`} aria-hidden="true" /> {test.Status}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export const Screen = () => {
  const record = useRecord()
  const session = useSession()
  const openSheets = useOpenEach('testresults')
  const [open, setOpen] = useState<'print' | 'correct' | 'details' | 'withdraw' | 'told'>()
  const patient = useFormState(record.form, (state) => state.values.Patient)
  const saleId = Number(record.key)
  const newest = useFormState(record.form, (state) => state.values.Versions?.[0])
  const accession = useFormState(record.form, (state) => state.values.AccessionNo)
  const status = useFormState(record.form, (state) => state.values.SaleStatus)
  const statusId = useFormState(record.form, (state) => state.values.StatusId)
  const again = () => {
    setOpen(undefined)
    void forgetModule('testreports').then(() => record.load())
  }
  const correcting = {
    saleId,
    version: newest?.Version,
    patient: patient ?? '',
    onClose: () => setOpen(undefined),
    onDone: (calls: readonly CallToMake[]) => {
      setOpen(undefined)
      void forgetModule('testreports').then(() => {
        // calls about values that are critical now are logged in the result entry
        if (!openSheets(sheetsOf(calls))) void record.load()
      })
    },
  }
  // outside readers come for the results, not for the versions
  const isOutside = isPortal({ RoleId: session.Role.RoleId })
  const trends = Number.isInteger(saleId) && <Trends saleId={saleId} />
  return (
    <Detail
      record={record}
      readOnly
      className="report"
      title={`Test Report ${accession ?? ''}`}
      status={
        status && (
          <span className="head-status">
            <i className={`dot ${toneOf(saleStatuses, statusId)}`} aria-hidden="true" />
            {status}
          </span>
        )
      }
      viewActions={
        <>
          <ActionButton
            permit="print"
            label="Print"
            look="primary"
            icon={IconPrinter}
            hotkey="alt+p"
            onClick={() => setOpen('print')}
          />
          {may(session, 'testresults', 'amend') && (
            <>
              <Button label="Correct Patient" icon={IconUserEdit} hotkey="alt+i" onClick={() => setOpen('correct')} />
              <Button label="Correct Details" icon={IconEdit} hotkey="alt+d" onClick={() => setOpen('details')} />
              {newest?.State !== 'WITHDRAWN' && (
                <Button
                  label="Withdraw Report…"
                  icon={IconFileOff}
                  hotkey="alt+w"
                  onClick={() => setOpen('withdraw')}
                />
              )}
            </>
          )}
          {!isOutside && (newest?.State === 'AMENDED' || newest?.State === 'WITHDRAWN') && (
            <Button label="Told…" icon={IconPhoneCheck} hotkey="alt+t" onClick={() => setOpen('told')} />
          )}
        </>
      }
    >
      {newest?.State === 'WITHDRAWN' && (
        <p className="band bad" role="alert">
          <b>This report is WITHDRAWN since {formatDateTime(newest.CreatedOn)}.</b> {newest.Reason}. Please stop using
          every version of it.
        </p>
      )}
      <Header />
      {isOutside && trends}
      <div className="report-parts">
        <Versions />
        <Tests />
      </div>
      {!isOutside && trends}
      {!isOutside && Number.isInteger(saleId) && <WhoHadIt saleId={saleId} />}
      {open === 'withdraw' && (
        <WithdrawReportDialog
          saleId={saleId}
          version={newest?.Version}
          onClose={() => setOpen(undefined)}
          onDone={again}
        />
      )}
      {open === 'told' && <ToldDialog saleId={saleId} onClose={() => setOpen(undefined)} onDone={again} />}
      {open === 'print' && <PrintDialog moduleId="testreports" formId={saleId} onClose={() => setOpen(undefined)} />}
      {open === 'correct' && <CorrectPatientDialog {...correcting} />}
      {open === 'details' && <CorrectDetailsDialog {...correcting} />}
    </Detail>
  )
}
