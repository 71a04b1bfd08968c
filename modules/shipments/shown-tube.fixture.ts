// A tube on a shipment as a screen reads it.

/** `at`: when it was received, by Kavita Joshi; null: not yet. */
export const shownTube = (ShipmentSampleId: number, StatusId: number, label: string, at: string | null = null) => ({
  ShipmentSampleId,
  SampleId: ShipmentSampleId + 100,
  StatusId,
  Status: { ItemLabel: label },
  CollectionDate: at,
  Collector: at === null ? null : { FullName: 'Kavita Joshi' },
  Sample: {
    SampleId: ShipmentSampleId + 100,
    Barcode: `NCL261100048${ShipmentSampleId}-01`,
    LRN: '260941',
    Specimen: { Name: 'Serum' },
    TemperatureId: 61,
    Temperature: { ItemLabel: 'Refrigerated 2-8 C' },
    Sale: { SaleId: 1, AccessionNo: 'NCL2611000481', LRN: '260941', IsStat: false, Patient: { Name: 'Asha' } },
    PerformingLab: { ClientId: 2, Name: 'Central Laboratory' },
    CollectionDate: null,
  },
})
