// The same bot as bot.py, in C++: g++ -std=c++20 bot.cpp -o bot. It needs nlohmann's JSON library.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

int main() {
  using Json = nlohmann::json;
  for (std::string line; std::getline(std::cin, line);) {
    const Json message = Json::parse(line);
    if (message["type"] == "hello")
      std::cout << Json{{"type", "hello"}, {"name", "first place"}, {"version", "1"}} << std::endl;
    if (message["type"] == "think")
      std::cout << Json{{"type", "act"}, {"action", message["legal"][0]}} << std::endl;
    if (message["type"] == "bye") break;
  }
}
