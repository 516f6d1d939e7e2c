const list = (words: string): readonly string[] => words.split(/\s+/);

/**
 * Nouns of letters, tickets, records and contracts that are no names, by language. German writes them with a
 * capital, as names.
 */
export const NOUNS: Readonly<Record<string, readonly string[]>> = {
  de: list(
    'Schimmel Hypertonie Mandantin Mandant Vermieter Vermieterin Mieter Mieterin Klägerin Kläger Beklagte Beklagter Patient Patientin Kundin Kunde Wohnung Heizung Küche Bad Keller Dachboden Balkon Fenster Türschloss Treppenhaus Aufzug Hausverwaltung Nebenkosten Kaution Kündigung Mangel Miete Mietvertrag Frist Anlage Rechnung Mahnung Angebot Auftrag Bestellung Lieferung Lieferschein Gutschrift Zahlung Überweisung Lastschrift Konto Kontostand Beleg Quittung Steuer Umsatzsteuer Betrag Summe Anzahl Menge Preis Rabatt Skonto Versand Paket Sendung Rücksendung Gewährleistung Garantie Reparatur Werkstatt Fahrzeug Motor Getriebe Bremse Reifen Ölwechsel Unfall Schaden Versicherung Police Gutachten Gutachter Anwalt Anwältin Gericht Amtsgericht Landgericht Urteil Beschluss Bescheid Widerspruch Einspruch Antrag Formular Vollmacht Unterschrift Datum Ort Vorname Nachname Anschrift Telefon Diagnose Befund Therapie Medikament Tablette Dosis Allergie Asthma Diabetes Grippe Husten Fieber Schmerzen Kopfschmerzen Rücken Blutdruck Herz Lunge Leber Niere Röntgen Labor Blutbild Operation Narkose Station Klinik Krankenhaus Praxis Ärztin Arzt Pflege Rezept Überweisungsschein Krankschreibung Impfung Untersuchung Entlassung Aufnahme Anamnese Verlauf Mitarbeiter Mitarbeiterin Abteilung Personal Gehalt Lohn Urlaub Arbeitszeit Überstunden Vertrag Probezeit Zeugnis Bewerbung Lebenslauf Ausbildung Schule Lehrerin Lehrer Schüler Klasse Zeugnisnote Prüfung Termin Besprechung Protokoll Tagesordnung Projekt Aufgabe Ticket Störung Fehler Drucker Bildschirm Tastatur Server Netzwerk Kennwort Benutzer Zugang Rechner Programm Datei Ordner Tabelle Spalte Zeile Bericht Übersicht Zusammenfassung Einleitung Abschnitt Kapitel Abbildung Quelle Hinweis Achtung Vorsicht Grüße Gruß Damen Herren Team Kollegen Kollegin Leitung Geschäftsführung Geschäftsführer Vorstand Aufsichtsrat Gesellschaft Verein Gemeinde Stadt Landkreis Ministerium Behörde Amt Polizei Feuerwehr Bundestag Bürger Bürgermeister Wahl Partei Gesetz Verordnung Richtlinie Norm Straße Platz Haus Garten Baum Wald Wasser Strom Gas Energie Zähler Zählerstand Verbrauch Abrechnung Tarif Vertragsnummer Kundennummer Aktenzeichen Betreff Wasserschaden Rohrbruch Feuchtigkeit Lärm Ruhestörung Nachbar Nachbarin Hausmeister Schlüssel Briefkasten Müll Fahrrad Stellplatz Garage Umzug Übergabe Besichtigung Makler Notar Grundbuch Kaufvertrag Darlehen Zinsen Kredit Rate Bank Sparkasse Filiale Karte Kreditkarte Bargeld Abend Morgen Woche Monat Jahr Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag Januar Februar März April Juni Juli August Oktober Dezember',
  ),
  fr: list(
    'Locataire Propriétaire Bailleur Loyer Facture Devis Commande Livraison Contrat Dossier Objet Madame Monsieur Service Assurance Sinistre Chauffage Cuisine Cave Moisissure Fuite Patient Patiente Ordonnance Traitement Hypertension Diabète Grippe Douleur Examen Bilan Hôpital Clinique Médecin Infirmière Mairie Préfecture Ministère Tribunal Jugement Avocat Avocate Requérant Employeur Salarié Congé Salaire Réunion Projet Rapport Tableau Annexe Montant Total Quantité Paiement Virement Compte Banque Carte Échéance Avis Adresse Téléphone Prénom Signature Date Lieu École Élève Professeur Diplôme Stage Rendez-vous Imprimante Serveur Réseau Erreur Panne Ticket Cordialement Bonjour Merci Société Directeur Directrice Responsable Client Cliente Fournisseur Usine Véhicule Moteur Pneu Garage Clé Voisin Immeuble Ascenseur Escalier Janvier Février Mars Avril Juin Juillet Août Septembre Octobre Novembre Décembre Lundi Mardi Mercredi Jeudi Vendredi',
  ),
  es: list(
    'Inquilino Inquilina Propietario Arrendador Alquiler Factura Presupuesto Pedido Entrega Contrato Expediente Asunto Señores Servicio Seguro Siniestro Calefacción Cocina Humedad Fuga Paciente Receta Tratamiento Hipertensión Diabetes Gripe Dolor Informe Hospital Clínica Médico Médica Enfermera Ayuntamiento Ministerio Juzgado Sentencia Abogado Abogada Demandante Empresa Empleado Vacaciones Nómina Reunión Proyecto Tabla Anexo Importe Total Cantidad Pago Transferencia Cuenta Banco Tarjeta Vencimiento Aviso Dirección Teléfono Nombre Apellidos Firma Fecha Lugar Colegio Alumno Profesor Título Cita Impresora Servidor Red Error Avería Saludos Gracias Director Directora Responsable Cliente Clienta Proveedor Fábrica Vehículo Motor Taller Llave Vecino Edificio Ascensor Enero Febrero Abril Junio Agosto Octubre Lunes Martes Jueves Viernes',
  ),
  it: list(
    'Inquilino Proprietario Locatore Affitto Fattura Preventivo Ordine Consegna Contratto Pratica Oggetto Spettabile Servizio Assicurazione Sinistro Riscaldamento Cucina Muffa Perdita Paziente Ricetta Terapia Ipertensione Diabete Influenza Dolore Referto Ospedale Clinica Medico Infermiera Comune Ministero Tribunale Sentenza Avvocato Ricorrente Azienda Dipendente Ferie Stipendio Riunione Progetto Tabella Allegato Importo Totale Quantità Pagamento Bonifico Conto Banca Carta Scadenza Avviso Indirizzo Telefono Nome Cognome Firma Data Luogo Scuola Alunno Professore Diploma Appuntamento Stampante Errore Guasto Saluti Grazie Direttore Responsabile Cliente Fornitore Fabbrica Veicolo Motore Officina Chiave Vicino Palazzo Ascensore Gennaio Febbraio Aprile Giugno Agosto Ottobre Lunedì Martedì Giovedì',
  ),
  nl: list(
    'Huurder Huurster Verhuurder Huur Factuur Offerte Bestelling Levering Contract Dossier Betreft Dienst Verzekering Schade Verwarming Keuken Schimmel Lekkage Patiënt Recept Behandeling Hypertensie Diabetes Griep Pijn Verslag Ziekenhuis Kliniek Arts Verpleegkundige Gemeente Ministerie Rechtbank Vonnis Advocaat Eiser Werkgever Werknemer Verlof Salaris Vergadering Project Tabel Bijlage Bedrag Totaal Aantal Betaling Overboeking Rekening Bank Kaart Vervaldatum Adres Telefoon Voornaam Achternaam Handtekening Datum Plaats School Leerling Docent Diploma Afspraak Printer Netwerk Fout Storing Groeten Bedankt Directeur Klant Leverancier Fabriek Voertuig Motor Garage Sleutel Buurman Gebouw Lift Januari Februari Maart Juni Juli Augustus Oktober Maandag Dinsdag Woensdag Donderdag Vrijdag',
  ),
  pt_BR: list(
    'Inquilino Proprietário Locador Aluguel Fatura Orçamento Pedido Entrega Contrato Processo Assunto Serviço Seguro Sinistro Aquecimento Cozinha Mofo Vazamento Paciente Receita Tratamento Hipertensão Diabetes Gripe Dor Relatório Hospital Clínica Médico Médica Enfermeira Prefeitura Ministério Tribunal Sentença Advogado Advogada Requerente Empresa Funcionário Férias Salário Reunião Projeto Tabela Anexo Valor Total Quantidade Pagamento Transferência Conta Banco Cartão Vencimento Aviso Endereço Telefone Nome Sobrenome Assinatura Data Local Escola Aluno Professor Diploma Consulta Impressora Servidor Rede Erro Falha Atenciosamente Obrigado Diretor Responsável Cliente Fornecedor Fábrica Veículo Motor Oficina Chave Vizinho Prédio Elevador Janeiro Fevereiro Março Abril Junho Julho Agosto Outubro Segunda Terça Quinta Sexta',
  ),
  pl: list(
    'Najemca Właściciel Czynsz Faktura Oferta Zamówienie Dostawa Umowa Sprawa Temat Usługa Ubezpieczenie Szkoda Ogrzewanie Kuchnia Pleśń Wyciek Pacjent Pacjentka Recepta Leczenie Nadciśnienie Cukrzyca Grypa Ból Raport Szpital Klinika Lekarz Pielęgniarka Urząd Ministerstwo Sąd Wyrok Adwokat Powód Pracodawca Pracownik Urlop Wynagrodzenie Spotkanie Projekt Tabela Załącznik Kwota Razem Ilość Płatność Przelew Konto Bank Karta Termin Uwaga Adres Telefon Imię Nazwisko Podpis Data Miejsce Szkoła Uczeń Nauczyciel Dyplom Wizyta Drukarka Serwer Sieć Błąd Awaria Pozdrawiam Dziękuję Dyrektor Klient Klientka Dostawca Fabryka Pojazd Silnik Warsztat Klucz Sąsiad Budynek Winda Styczeń Luty Marzec Kwiecień Czerwiec Lipiec Sierpień Październik Poniedziałek Wtorek Środa Czwartek Piątek',
  ),
};

/**
 * Sentences of letters, tickets and records without personal data. `{noun}` is one of the nouns of the
 * language.
 */
export const NOUN_TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  de: [
    '[Die|Der|Das|Eine|Ihre|Unsere|Keine] {noun} [ist|war|wird|bleibt|fehlt] {noun}[.| und {noun}.| im {noun}.|, so die {noun}.]',
    '[Diagnose|Befund|Thema|Betreff|Anlass|Grund|Status|Ort|Bereich|Rolle]: {noun}[.|, {noun}|]',
    '[Die|Der] {noun} [klagt|meldet|beantragt|verlangt|erklärt|bestätigt] [gegen die|die|den|eine] {noun}[.| wegen {noun}.| am {date}.]',
    'aus dem {floor}. [OG|Stock|Obergeschoss] [meldet|kommt|klagt] {noun} [im|am|in der] {noun}[, Wohnung {floor}|, {noun} {floor}|.|]',
    '[Im|Beim|Vom|Zum|Am] {noun} [liegt|steht|gibt es|ist] [der|die|das|ein] {noun}[.| seit {year}.| (§ {floor}).]',
    '{noun} | {noun} | {noun}\n{noun} | {number} | {noun}\n{noun} | {decimal} | {noun}',
    '{noun} und {noun}',
    '{noun};IBAN;{noun}\n{noun};{number};{decimal}',
    '{noun}: {noun}\nIBAN: {number}\n{noun}: {noun}',
    '{noun}, {noun} und {noun}[.|]',
    '{noun}: {number} [Stück|kg|m²|Euro|%|Tage]',
    '{noun}\n{noun}\n{noun} {number}',
    'Sehr geehrte Damen und Herren,\n[die|der|das|unsere] {noun} [in der|im|aus dem] {noun} [ist|war] [bekannt|erledigt|offen].',
    '[Mit freundlichen Grüßen|Viele Grüße|Liebe Grüße|Freundliche Grüße]\n[Ihr|Ihre|Die|Das] {noun}',
    '[Bitte|Wir bitten Sie,] {noun} [und|oder] {noun} [bis zum {date}|sofort|heute] [prüfen|zu senden|zu melden].',
    '{floor}. {noun} [der|des|und] {noun}',
    '{noun} Nr. {number} vom {date}',
  ],
  fr: [
    '[Le|La|Ce|Cette|Notre|Votre] {noun} [est|était|reste|sera] [au|en|pour la|pour le] {noun}[.| depuis {year}.| du {date}.]',
    '[Objet|Motif|Lieu|Service|Statut] : {noun}[, {noun}|]',
    '{noun} | {noun} | {number}\n{noun} | {noun} | {decimal}',
    '[Madame, Monsieur|Bonjour|Bonjour à tous],\n[le|la] {noun} [a été reçu|est en retard|reste ouvert].',
    '{noun} et {noun}',
    '{noun};IBAN;{noun}\n{noun};{number};{decimal}',
    '{prose} {noun}: {noun}.\n{noun}',
    '[Cordialement|Bien à vous],\n[Le|La] {noun}',
  ],
  es: [
    '[El|La|Este|Esta|Nuestro|Su] {noun} [es|está|fue|queda] [en|para|con] [el|la] {noun}[.| desde {year}.| del {date}.]',
    '[Asunto|Motivo|Lugar|Servicio|Estado]: {noun}[, {noun}|]',
    '{noun} | {noun} | {number}\n{noun} | {noun} | {decimal}',
    '[Estimados señores|Hola|Buenos días],\n[el|la] {noun} [está pendiente|ha llegado|falta].',
    '{noun} y {noun}',
    '{noun};IBAN;{noun}\n{noun};{number};{decimal}',
    '{prose} {noun}: {noun}.\n{noun}',
  ],
  it: [
    '[Il|La|Questo|Questa|Nostro|Vostra] {noun} [è|era|resta|sarà] [in|per|con] [il|la] {noun}[.| dal {year}.| del {date}.]',
    '[Oggetto|Motivo|Luogo|Servizio|Stato]: {noun}[, {noun}|]',
    '{noun} | {noun} | {number}\n{noun} | {noun} | {decimal}',
    '[Gentili signori|Buongiorno|Salve],\n[il|la] {noun} [manca|è arrivato|resta aperto].',
    '{noun} e {noun}',
    '{noun};IBAN;{noun}\n{noun};{number};{decimal}',
    '{prose} {noun}: {noun}.\n{noun}',
  ],
  nl: [
    '[De|Het|Deze|Onze|Uw] {noun} [is|was|blijft|wordt] [in de|voor de|met de] {noun}[.| sinds {year}.| van {date}.]',
    '[Betreft|Reden|Plaats|Dienst|Status]: {noun}[, {noun}|]',
    '{noun} | {noun} | {number}\n{noun} | {noun} | {decimal}',
    '[Geachte heer, mevrouw|Beste allen|Hallo],\nde {noun} [ontbreekt|is ontvangen|staat open].',
    '{noun} en {noun}',
    '{noun};IBAN;{noun}\n{noun};{number};{decimal}',
    '{prose} {noun}: {noun}.\n{noun}',
  ],
  pt_BR: [
    '[O|A|Este|Esta|Nosso|Sua] {noun} [é|está|foi|fica] [em|para|com] [o|a] {noun}[.| desde {year}.| de {date}.]',
    '[Assunto|Motivo|Local|Serviço|Estado]: {noun}[, {noun}|]',
    '{noun} | {noun} | {number}\n{noun} | {noun} | {decimal}',
    '[Prezados senhores|Olá|Bom dia],\n[o|a] {noun} [falta|chegou|está pendente].',
    '{noun} e {noun}',
    '{noun};IBAN;{noun}\n{noun};{number};{decimal}',
    '{prose} {noun}: {noun}.\n{noun}',
  ],
  pl: [
    '{noun} [jest|był|była|będzie] [w|na|dla|bez] {noun}[.| od {year}.| z {date}.]',
    '[Temat|Powód|Miejsce|Status]: {noun}[, {noun}|]',
    '{noun} | {noun} | {number}\n{noun} | {noun} | {decimal}',
    '[Szanowni Państwo|Dzień dobry],\n{noun} [czeka|dotarła|jest w toku].',
    '{noun} i {noun}',
    '{noun};IBAN;{noun}\n{noun};{number};{decimal}',
    '{prose} {noun}: {noun}.\n{noun}',
  ],
};
