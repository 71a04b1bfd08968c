// What the product calls itself.
export const product = { name: 'Aliquot', version: 'Version 1.3.1', year: '2022' }
