// A bill, labels and a worksheet for the tests. All names are made up.
import type { BillData } from './bill.data.ts'
import type { LabelData } from './label.data.ts'
import { LAB } from './report.fixture.ts'
import type { WorksheetData } from './worksheet.data.ts'

export const BILL: BillData = {
  Letterhead: {
    ...LAB,
    Name: 'Nivara Collection Centre - Kothrud',
    LegalName: 'Nivara Diagnostics Pvt Ltd (DEMO)',
    Address: 'Kothrud, Pune, Maharashtra (27)',
    Phone: '0000000005',
    TaxId: '27AAAAA0000A1Z5',
  },
  Title: 'BILL OF SUPPLY',
  Copy: 'Original for recipient',
  State: null,
  Patient: { Name: 'Prakash Madhav Kulkarni', AgeSex: 'M, 58 y', PatientId: 'P-0004127' },
  Doctor: 'Dr Harshal More',
  LRN: '5501873',
  TestedAt: 'Nivara Central Laboratory, Pune',
  Buyer: null,
  Barcode: 'NCL2611000871',
  BillNo: 'KOT/26-27/000412',
  BillDate: '21-Nov-2026 07:35 AM',
  Currency: '₹',
  Lines: [
    {
      Name: 'Complete Blood Count (CBC)',
      Detail: 'P001 · whole blood EDTA',
      Sac: '999317',
      Price: '350.00',
      Discount: null,
      Amount: '350.00',
    },
    {
      Name: 'Kidney Function Test (KFT)',
      Detail: 'PR02 · serum',
      Sac: '999317',
      Price: '800.00',
      Discount: '80.00',
      Amount: '720.00',
    },
    {
      Name: 'Lipid Profile',
      Detail: 'PR03 · serum, fasting',
      Sac: '999317',
      Price: '700.00',
      Discount: '70.00',
      Amount: '630.00',
    },
    {
      Name: 'Home Collection Charge',
      Detail: 'CH01',
      Sac: '999317',
      Price: '150.00',
      Discount: null,
      Amount: '150.00',
    },
  ],
  Totals: [
    { Label: 'Gross', Amount: '2,000.00' },
    { Label: 'Discount on lines', Amount: '−150.00' },
    { Label: 'Additional discount', Amount: '−25.50' },
  ],
  Net: '1,824.50',
  AmountInWords: 'Rupees one thousand eight hundred twenty-four and paise fifty only',
  TaxNote:
    'Health care services by a clinical establishment: exempt from GST (Notification 12/2017-Central Tax (Rate), entry 74). No tax is charged.',
  Receipts: [
    { Received: '21-Nov-2026 07:36 AM', Mode: 'UPI', Reference: '632614570981', By: 'Ravi S.', Amount: '1,200.00' },
    { Received: '21-Nov-2026 07:37 AM', Mode: 'Cash', Reference: null, By: 'Ravi S.', Amount: '350.00' },
  ],
  ReceivedTotal: '1,550.00',
  BalanceLabel: 'Balance due',
  Balance: '274.50',
  BalanceNote: 'payable before the report is released',
  ReportExpected: '21-Nov-2026 06:00 PM',
  Advice: 'Bring this bill, or scan its barcode at the desk.',
  LocalAdvice: 'ही पावती जपून ठेवा.',
  SignedFor: 'Nivara Diagnostics Pvt Ltd (DEMO)',
  SignedBy: 'Ravi Sonar, front desk',
}

export const LABEL: LabelData = {
  FamilyName: 'Kulkarni',
  GivenNames: 'Prakash Madhav',
  Department: 'HEM',
  AgeSex: 'M 58 y',
  Collected: '21-Nov-2026 07:42 AM',
  Barcode: 'NCL2611000871-01',
  Tube: 'EDTA · LAVENDER',
  PatientId: 'P-0004127',
}

export const WORKSHEET: WorksheetData = {
  Letterhead: LAB,
  WorksheetNo: 'W-000231',
  Department: 'Clinical Biochemistry',
  Instrument: 'Roche cobas c 501',
  Generated: '21-Nov-2026 09:31 AM',
  GeneratedBy: 'Asha Nene',
  Items: Array.from({ length: 24 }, (_, i) => ({
    Barcode: `NCL2611000${String(871 + i)}-02`,
    Patient: i % 5 === 0 ? 'Venkatanarasimharajuvaripeta Subrahmanyeswara Rao' : 'Prakash Madhav Kulkarni',
    AgeSex: 'M 58 y',
    PatientId: `P-000${String(4127 + i)}`,
    Specimen: 'Serum (yellow cap)',
    Stat: i < 2,
    Due: '21-Nov-2026 01:00 PM',
    Tests: [
      {
        Name: 'Kidney function test',
        Elements: ['Urea', 'Creatinine', 'Uric acid', 'Sodium', 'Potassium', 'Chloride'],
      },
      { Name: 'Glucose, fasting', Elements: [] },
    ].slice(0, 1 + (i % 2)),
  })),
}
