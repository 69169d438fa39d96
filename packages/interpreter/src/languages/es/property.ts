import type { Tables } from "../language.ts";

export const property: Tables = {
  type: {
    house: [
      "casa", "casas", "chalet adosado casa", "casa adosada", "casas adosadas", "casa unifamiliar", "unifamiliar",
      "casa pareada", "pareado", "casa independiente", "adosado", "adosada", "adosados", "hogar", "casa de pueblo",
      "casas de pueblo", "pareada", "pareados",
    ],
    apartment: ["piso", "pisos", "apartamento", "apartamentos", "departamento", "departamentos", "depa", "depto"],
    studio: ["estudio", "estudios", "apartaestudio", "monoambiente"],
    penthouse: ["ático", "áticos", "penthouses"],
    duplex: ["dúplex", "dúplexs"],
    loft: ["loft"],
    villa: [
      "villa", "villas", "chalet", "chalets", "chalé", "torre chalet", "chalet independiente", "chalets independientes",
      "chalet individual",
    ],
    farmhouse: [
      "finca rústica", "fincas rústicas", "finca", "fincas", "cortijo", "cortijos", "masía", "masías", "casa rural",
      "casas rurales", "casa de campo", "casas de campo", "casa de pueblo rural", "caserío",
    ],
    cottage: ["casita"],
    bungalow: ["bungaló", "bungalós"],
    land: [
      "terreno", "terrenos", "parcela", "parcelas", "solar", "solares", "suelo urbano", "lote", "lotes",
      "terreno urbano", "terreno rústico", "terreno edificable", "parcela edificable", "solar edificable",
      "solares edificables", "solar urbano", "terreno urbanizable", "parcela urbana",
    ],
    office: ["oficina", "oficinas", "despacho", "despachos"],
    retail: ["local", "locales", "local comercial", "locales comerciales", "tienda", "tiendas"],
    warehouse: ["nave", "naves", "nave industrial", "naves industriales", "almacén", "almacenes", "bodega industrial"],
    room: [
      "habitación en piso compartido", "habitación en alquiler", "habitación compartida", "habitación individual",
      "piso compartido", "pisos compartidos", "habitación en casa compartida",
    ],
    building: ["edificio", "edificios"],
  },
  listing: {
    sale: ["en venta", "venta", "comprar", "compra", "a la venta", "se vende", "vendo", "de venta"],
    rent: [
      "en alquiler", "alquiler", "alquilar", "de alquiler", "para alquilar", "se alquila", "en renta", "renta",
      "arrendar", "arriendo",
    ],
  },
  status: {
    sold: [
      "vendido", "vendida", "vendidos", "vendidas", "recién vendido", "recién vendida", "recién vendidos",
      "recién vendidas",
    ],
    pending: ["reservado", "reservada", "reservados", "bajo oferta"],
    rented: ["alquilado", "alquilada", "alquilados"],
  },
  bed: [
    "habitación", "habitaciones", "dormitorio", "dormitorios", "hab", "habs", "dorm", "dorms", "cuartos", "recámaras",
    "recámara", "alcobas", "hab.", "dor", "dorms.",
  ],
  bath: ["baño", "baños", "cuartos de baño", "cuarto de baño", "aseos", "aseo"],
  room: ["ambientes", "ambiente", "estancias"],
  roomAdjective: ["dobles", "grandes", "amplias", "amplios", "completos", "exteriores"],
  floor: {
    0: ["bajo", "bajos", "planta baja", "un bajo"],
    "-1": ["semisótano", "sótano habitable"],
  },
  floorWord: ["planta", "piso número"],
  storey: ["plantas", "pisos de altura", "alturas"],
  lot: ["parcela", "parcela de", "terreno de", "parcela mínima", "jardín de", "solar de"],
  areaWord: ["superficie", "área", "tamaño", "construidos", "útiles", "metros útiles"],
  price: [
    "precio", "presupuesto", "alquiler", "precio de", "mi presupuesto", "cuesta", "valor", "coste", "presupuesto es",
  ],
  fee: [
    "depósito", "fianza", "ingresos", "sueldo", "salario", "gano", "ganamos", "impuestos", "IBI", "hipoteca", "cuota",
    "cuotas", "ahorros", "gastos de comunidad",
  ],
  yearWord: [
    "construido en", "construida en", "año de construcción", "año construcción", "construido", "construida",
    "construidos", "construidas", "edificado en", "edificado", "edificada",
  ],
  built: ["construido", "construida", "construidos", "construidas"],
  old: ["años de antigüedad", "año de antigüedad", "años"],
};
