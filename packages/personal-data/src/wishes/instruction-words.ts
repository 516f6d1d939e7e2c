/** Nouns of instructions by meaning: a built-in tag, or a part of addresses. */
const NOUNS: Readonly<Record<string, string>> = {
  PERSON:
    'person|persons|people|name|names|personal name|person name|full name|first name|last name|surname|names of person|names of people|customer name|employee name',
  EMAIL: 'email|emails|e-mail|e-mails|mail|email address|e-mail address|mail address',
  PHONE: 'phone|phones|phone number|telephone number|telephone|fax number|mobile number',
  ADDRESS: 'address|addresses|postal address|street address|home address|mailing address|street name|street',
  DATE_OF_BIRTH: 'date of birth|dates of birth|birth date|birthdate|birthday|dob',
  SSN: 'ssn|ssns|social security number',
  NATIONAL_ID:
    'national id|national identification number|national identity number|identity number|tax id|tax number',
  PASSPORT: 'passport|passports|passport number',
  DRIVER_LICENSE:
    "driver license|driver licence|driver's license|driver's licence|driving license|driving licence|driver license number|driver's license number|driving licence number",
  CREDIT_CARD: 'card|cards|credit card|credit card number|card number|payment card',
  IBAN: 'iban|ibans|iban number',
  BANK_ACCOUNT: 'bank account|account number|bank account number',
  IP_ADDRESS: 'ip|ips|ip address|ip addresses',
  MEDICAL_RECORD: 'medical record|medical record number|mrn|mrns|patient number|patient id',
  USERNAME: 'username|user name|login|login name|user id|handle',
  PASSWORD: 'password|passwords',
  LICENSE_PLATE:
    'license plate|licence plate|number plate|plate number|plate|license plate number|vehicle registration|vehicle registration number',
  AGE: 'age|ages|age of person|ages of persons|ages of people|person age|people age',
  city: 'city|cities|city name|town|towns|town name|names of cities|name of cities',
  region: 'country|countries|country name|state|states|state name|region|regions|region name',
  place: 'place|places|place name|location|locations|location name',
  zip: 'zip|zips|zip code|postal code|postcode|post code|zipcode',
  nothing:
    'company|companies|company name|organization|organizations|organization name|organisation|organisations|organisation name|brand|brands|brand name|product name|date|dates',
};

const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries(NOUNS).flatMap(([meaning, nouns]) =>
    nouns.split('|').map((noun) => [noun, meaning] as const),
  ),
);

const determiners =
  /^(?:(?:the|all|any|every|each|our|their|other|of|these|those|personal data such as|also)\s+)+/;

/**
 * The meaning of a noun in instructions, singular or plural: a built-in tag; `city`, `region`, `place` or
 * `zip` for parts of addresses; `nothing` for what is never masked; undefined for other nouns.
 */
export function meaningOf(noun: string): string | undefined {
  const plain = noun
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll('’', "'")
    .replace(determiners, '');
  return meanings.get(plain) ?? meanings.get(plain.replace(/(?:(?<=ss)es|s)$/, ''));
}
