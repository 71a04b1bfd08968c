// Two departments of a report as on a usual day, for the tests. All names are made up.
import type { Flag } from '../../elements/ranges.rules.ts'
import type { LimitClass, ReportDepartment, ReportRow, Signatory } from './report.model.ts'

export const BAPAT: Signatory = {
  Name: 'Dr Vaishali Bapat',
  Qualification: 'MD Pathology, Consultant Haematologist · Reg. DEMO-20417',
  Authorised: 'Electronically authorised 21-Nov-2026 12:58 PM',
  SignatureImage: null,
}
const RANADE: Signatory = {
  Name: 'Dr Meenal Ranade',
  Qualification: 'MD Biochemistry, Laboratory Director · Reg. DEMO-18832',
  Authorised: 'Electronically authorised 21-Nov-2026 12:18 PM',
  SignatureImage: null,
}

export const reportRow = (row: Partial<ReportRow> & Pick<ReportRow, 'Element'>): ReportRow => ({
  Group: null,
  Method: null,
  Kind: 'value',
  Result: null,
  Unit: null,
  Flag: 'N',
  IntervalText: null,
  Low: null,
  High: null,
  CriticallyLow: null,
  CriticallyHigh: null,
  Classes: [],
  PreviousResult: null,
  PreviousDate: null,
  Comment: null,
  CriticalCall: null,
  WasResult: null,
  ...row,
})

type Line = readonly [
  element: string,
  method: string,
  result: string,
  unit: string | null,
  flag: Flag,
  interval: string,
  low: number | null,
  high: number | null,
  previous: string,
]
const row = (
  [Element, Method, Result, Unit, Flag, IntervalText, Low, High, PreviousResult]: Line,
  more: Partial<ReportRow> = {},
): ReportRow =>
  reportRow({
    Element,
    Method,
    Result,
    Unit,
    Flag,
    IntervalText,
    Low,
    High,
    PreviousResult,
    PreviousDate: '14-Aug-2026',
    ...more,
  })
const grouped = (Group: string, lines: readonly Line[]): ReportRow[] => lines.map((line) => row(line, { Group }))

const classes = (
  applies: number,
  desirable: number,
  ...of: readonly (readonly [string, number | null])[]
): LimitClass[] => of.map(([Text, Low], i) => ({ Text, Low, Applies: i === applies, Desirable: i === desirable }))

const K3 = '10³/µL'
export const HAEMATOLOGY: ReportDepartment = {
  Name: 'Haematology',
  Sample: '-01 Whole blood EDTA',
  Analyser: 'Sysmex XN-1000',
  Approved: 'Dr Vaishali Bapat, 21-Nov-2026 12:58 PM',
  Signatories: [BAPAT],
  Tests: [
    {
      Name: 'Complete blood count',
      Note: null,
      PerformedBy: null,
      Comments:
        'Normocytic normochromic anaemia, haemoglobin 0.8 g/dL lower than on 14-Aug-2026. Thrombocytopenia, new since then; a repeat on a fresh sample is advised before any decision.',
      Rows: [
        ...grouped('Red cells', [
          ['Haemoglobin', 'SLS photometry', '10.4', 'g/dL', 'L', '13.0–17.0', 13, 17, '11.2'],
          ['RBC count', 'Electrical impedance', '3.62', '10⁶/µL', 'L', '4.50–5.50', 4.5, 5.5, '3.88'],
          ['Haematocrit (PCV)', 'Cumulative pulse height', '31.4', '%', 'L', '40.0–50.0', 40, 50, '33.9'],
          ['MCV', 'Calculated', '86.7', 'fL', 'N', '83.0–101.0', 83, 101, '87.4'],
          ['MCH', 'Calculated', '28.7', 'pg', 'N', '27.0–32.0', 27, 32, '28.9'],
          ['MCHC', 'Calculated', '33.1', 'g/dL', 'N', '31.5–34.5', 31.5, 34.5, '33.0'],
          ['RDW-CV', 'Calculated from RBC histogram', '14.6', '%', 'H', '11.6–14.0', 11.6, 14, '14.3'],
        ]),
        ...grouped('White cells', [
          ['Total leucocyte count', 'Flow cytometry', '8.42', K3, 'N', '4.00–10.00', 4, 10, '7.95'],
          ['Neutrophils', 'Flow cytometry', '66.4', '%', 'N', '40.0–80.0', 40, 80, '64.1'],
          ['Lymphocytes', 'Flow cytometry', '22.5', '%', 'N', '20.0–40.0', 20, 40, '24.6'],
          ['Monocytes', 'Flow cytometry', '6.8', '%', 'N', '2.0–10.0', 2, 10, '7.0'],
          ['Eosinophils', 'Flow cytometry', '3.9', '%', 'N', '1.0–6.0', 1, 6, '3.8'],
          ['Basophils', 'Flow cytometry', '0.4', '%', 'N', '0.0–2.0', 0, 2, '0.5'],
          ['Absolute neutrophil count', 'Calculated', '5.59', K3, 'N', '2.00–7.00', 2, 7, '5.10'],
          ['Absolute lymphocyte count', 'Calculated', '1.89', K3, 'N', '1.00–3.00', 1, 3, '1.96'],
          ['Absolute monocyte count', 'Calculated', '0.57', K3, 'N', '0.20–1.00', 0.2, 1, '0.56'],
          ['Absolute eosinophil count', 'Calculated', '0.33', K3, 'N', '0.02–0.50', 0.02, 0.5, '0.30'],
          ['Absolute basophil count', 'Calculated', '0.03', K3, 'N', '0.02–0.10', 0.02, 0.1, '0.04'],
        ]),
        ...grouped('Platelets', [
          ['Platelet count', 'Electrical impedance / optical', '84', K3, 'L', '150–410', 150, 410, '251'],
          ['Mean platelet volume', 'Calculated from PLT histogram', '9.8', 'fL', 'N', '7.4–10.4', 7.4, 10.4, '9.6'],
        ]),
      ],
    },
  ],
}

export const BIOCHEMISTRY: ReportDepartment = {
  Name: 'Clinical Biochemistry',
  Sample: '-02 Serum',
  Analyser: 'Roche cobas c 501',
  Approved: 'Dr Meenal Ranade, 21-Nov-2026 12:18 PM',
  Signatories: [RANADE],
  Tests: [
    {
      Name: 'Lipid profile',
      Note: 'Fasting 11 h as stated by the patient',
      PerformedBy: null,
      Comments: null,
      Rows: [
        row(['Cholesterol, total', 'CHOD-PAP', '168', 'mg/dL', 'N', '< 200', null, 200, '191'], {
          Classes: classes(0, 0, ['Desirable < 200', null], ['borderline 200–239', 200], ['high ≥ 240', 240]),
        }),
        row(['Triglycerides', 'GPO-PAP', '186', 'mg/dL', 'H', '< 150', null, 150, '204'], {
          Classes: classes(
            1,
            0,
            ['Normal < 150', null],
            ['borderline 150–199', 150],
            ['high 200–499', 200],
            ['very high ≥ 500', 500],
          ),
        }),
        row(['HDL cholesterol', 'Direct homogeneous', '38', 'mg/dL', 'L', '> 40', 40, null, '37']),
        row(['VLDL cholesterol', 'Calculated', '37', 'mg/dL', 'H', '< 30', null, 30, '41']),
        row(['LDL cholesterol (calculated)', 'Calculated, Friedewald', '93', 'mg/dL', 'N', '< 100', null, 100, '113'], {
          Classes: classes(
            0,
            0,
            ['Optimal < 100', null],
            ['near-optimal 100–129', 100],
            ['borderline 130–159', 130],
            ['high 160–189', 160],
            ['very high ≥ 190', 190],
          ),
        }),
        row(['Non-HDL cholesterol', 'Calculated', '130', 'mg/dL', 'H', '< 129', null, 129, '154']),
        row(['Total / HDL cholesterol ratio', 'Calculated', '4.4', null, 'N', '< 4.5', null, 4.5, '5.2']),
        row(['LDL / HDL ratio', 'Calculated', '2.4', null, 'N', '< 3.0', null, 3, '3.1']),
      ],
    },
    {
      Name: 'Kidney function test',
      Note: null,
      PerformedBy: null,
      Comments: null,
      Rows: [
        row(['Urea', 'Urease-GLDH', '96.0', 'mg/dL', 'H', '17.0–43.0', 17, 43, '78.4']),
        row(['Urea nitrogen (BUN)', 'Calculated', '44.9', 'mg/dL', 'H', '8.0–20.0', 8, 20, '36.6']),
        row([
          'Creatinine',
          'Enzymatic / compensated Jaffe, IDMS traceable',
          '3.12',
          'mg/dL',
          'H',
          '0.70–1.30',
          0.7,
          1.3,
          '2.68',
        ]),
        row(
          [
            'eGFR (CKD-EPI 2021)',
            'Calculated from creatinine, age, sex',
            '22',
            'mL/min/1.73 m²',
            'L',
            '≥ 90',
            90,
            null,
            '27',
          ],
          {
            Classes: classes(
              4,
              0,
              ['G1 ≥ 90', 90],
              ['G2 60–89', 60],
              ['G3a 45–59', 45],
              ['G3b 30–44', 30],
              ['G4 15–29', 15],
              ['G5 < 15', null],
            ),
          },
        ),
        row(['BUN / creatinine ratio', 'Calculated', '14.4', null, 'N', '10.0–20.0', 10, 20, '13.7']),
        row(['Uric acid', 'Uricase-POD', '7.9', 'mg/dL', 'H', '3.5–7.2', 3.5, 7.2, '7.4']),
        row(['Sodium', 'ISE indirect', '137', 'mmol/L', 'N', '136–145', 136, 145, '138']),
        row(['Potassium', 'ISE indirect', '6.7', 'mmol/L', 'HH', '3.5–5.1', 3.5, 5.1, '5.3'], {
          CriticallyLow: 2.5,
          CriticallyHigh: 6.5,
          CriticalCall: {
            To: 'Dr Harshal More',
            How: 'telephone',
            ReadBack: true,
            At: '21-Nov-2026 11:42 AM',
            By: 'Asha Nene',
            Note: 'Repeated on the same sample: 6.6. Not haemolysed (index 4 mg/dL).',
          },
        }),
        row(['Chloride', 'ISE indirect', '104', 'mmol/L', 'N', '98–107', 98, 107, '103']),
      ],
    },
  ],
}
