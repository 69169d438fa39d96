import type { Tables } from "../language.ts";

export const places: Tables = {
  near: {
    "": [
      "perto de", "perto do", "perto da", "perto dos", "perto das", "perto", "próximo de", "próximo do", "próximo da",
      "próximo dos", "próximo a", "próximo ao", "próximo aos", "próximo às", "próxima de", "próxima do", "próxima da",
      "próxima a", "próxima ao", "próximo", "próxima", "junto a", "junto ao", "junto aos", "junto às", "junto de",
      "junto do", "junto da", "ao lado de", "ao lado do", "ao lado da", "em frente a", "em frente ao",
      "nas proximidades de", "nas proximidades do", "nas proximidades da", "nos arredores de", "nos arredores do",
      "nos arredores da", "arredores de", "à volta de", "em redor de", "a poucos minutos de", "a poucos minutos do",
      "a poucos minutos da", "a poucos metros de", "a poucos metros do", "a poucos metros da", "a dois passos de",
      "a dois passos do", "a dois passos da", "a passos do", "a passos da", "vizinho a", "colado a", "colado ao",
      "não longe de",
    ],
    800: ["a pé de", "a pé do", "a pé da", "andando até", "a uma caminhada de"],
  },
  in: [
    "em", "no", "na", "nos", "nas", "de", "do", "da", "dos", "das", "por", "pelo", "pela", "zona", "zona de", "zona do",
    "zona da", "na zona de", "na zona do", "na zona da", "bairro", "bairro de", "bairro do", "bairro da", "no bairro",
    "no bairro de", "no bairro do", "no bairro da", "cidade de", "cidade do", "a cidade de", "na cidade de",
    "na cidade do", "região", "região de", "região do", "região da", "na região de", "na região do", "na região da",
    "concelho de", "no concelho de", "freguesia de", "distrito de", "no distrito de", "município de", "no município de",
    "estado de", "no estado de", "no estado do", "litoral", "código postal", "cep", "dentro de", "para", "ali em",
    "lá em",
  ],
  from: [
    "de", "do", "da", "dos", "das", "desde", "em torno de", "em redor de", "à volta de", "ao redor de", "ao redor do",
    "até", "até ao", "até o",
  ],
  radius: [
    "num raio de", "em um raio de", "no raio de", "dentro de um raio de", "raio de", "raio", "a menos de", "a menos",
    "a não mais de", "a no máximo", "no máximo a", "até", "dentro de", "em redor", "ao redor", "a uma distância de",
    "a uma distância máxima de",
  ],
  mode: {
    walk: ["a pé", "andando", "caminhando", "de caminhada"],
    drive: ["de carro", "de automóvel", "de viatura"],
    bike: ["de bicicleta", "de bike"],
    transit: [
      "de metro", "de comboio", "de trem", "de autocarro", "de ônibus", "de transportes", "de transportes públicos",
      "de transporte público", "de elétrico",
    ],
  },
  direction: [
    "a norte de", "ao norte de", "a sul de", "ao sul de", "a leste de", "ao leste de", "a este de", "a oeste de",
    "ao oeste de", "a norte do", "ao norte do", "a sul do", "ao sul do", "periferia de", "na periferia de",
    "periferia do", "na periferia do",
  ],
  viewOf: ["mar", "oceano", "montanha", "serra", "cidade", "parque", "lagoa"],
  viewWord: ["vista", "vistas"],
  leaving: [
    "mudo-me de", "mudamo-nos de", "estou a mudar-me de", "estamos a mudar-nos de", "estou me mudando de",
    "estamos nos mudando de", "me mudando de", "mudando de", "mudança de", "saindo de", "a sair de", "moro em",
    "moramos em", "moro no", "moro na", "moramos no", "moramos na", "vivo em", "vivemos em", "vivo no", "vivo na",
    "vivemos no", "vivemos na", "vendo o meu", "vendo a minha", "vendo meu", "vendo minha", "vender o meu",
    "vender a minha", "vender meu", "vender minha", "vendemos o nosso", "vendemos a nossa", "vender o nosso",
    "vender a nossa", "vender nosso", "vender nossa",
  ],
};
